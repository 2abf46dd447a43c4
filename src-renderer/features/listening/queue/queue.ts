import type { PlayableTrack, QueuePlace, QueueState, RepeatMode } from '#renderer/data/playback.ts';

/** The playback order as plain data, shared by lists and the lock screen. */
export type Queue = Pick<QueueState, 'tracks' | 'at' | 'repeat' | 'stopsAfterThis'>;

export const NO_QUEUE: Queue = { tracks: [], at: 0, repeat: 'off', stopsAfterThis: false };

/** A queue of these tracks that starts at one of them. */
export function queueOf(
  tracks: readonly PlayableTrack[],
  at = 0,
  repeat: RepeatMode = 'off',
): Queue {
  return { ...NO_QUEUE, tracks, at: Math.max(0, Math.min(at, tracks.length - 1)), repeat };
}

export function currentOf({ tracks, at }: Queue): PlayableTrack | undefined {
  return tracks[at];
}

/** The index of a track, or -1. */
export function placeOf({ tracks }: Queue, trackId: number): number {
  return tracks.findIndex(({ id }) => id === trackId);
}

/** The index that plays automatically after this track. */
export function afterEnd(queue: Queue): number | null {
  if (queue.stopsAfterThis || queue.tracks.length === 0) return null;
  return queue.repeat === 'one' ? queue.at : afterPress(queue);
}

/** The index for 'next'; ignores repeating a single track. */
export function afterPress({ tracks, at, repeat }: Queue): number | null {
  if (at + 1 < tracks.length) return at + 1;
  return repeat === 'all' && tracks.length > 0 ? 0 : null;
}

export function beforePress({ tracks, at, repeat }: Queue): number | null {
  if (at > 0) return at - 1;
  return repeat === 'all' && tracks.length > 1 ? tracks.length - 1 : null;
}

/** The index after a failed file, skipping all that failed since the last playback. */
export function afterFailure(queue: Queue, failed: ReadonlySet<number>): number | null {
  const { tracks, at, repeat } = queue;
  const places = [...tracks.keys()];
  const order = [...places.slice(at + 1), ...(repeat === 'all' ? places.slice(0, at) : [])];
  return order.find((index) => !failed.has(tracks[index]?.id ?? 0)) ?? null;
}

/** Indexes refer to the whole list; the current track stays current. */
export function moveInQueue(queue: Queue, from: number, to: number): Queue {
  const tracks = [...queue.tracks];
  const [moved] = tracks.splice(from, 1);
  if (!moved || to < 0 || to > tracks.length) return queue;
  tracks.splice(to, 0, moved);
  return { ...queue, tracks, at: follow(queue, tracks) };
}

/** Moves a track within the queue or adds it; the current track stays current. */
export function addToQueue(queue: Queue, track: PlayableTrack, place: QueuePlace): Queue {
  if (currentOf(queue)?.id === track.id) return queue;
  const others = queue.tracks.filter(({ id }) => id !== track.id);
  const at = follow(queue, others);
  return {
    ...queue,
    at,
    tracks: others.toSpliced(place === 'next' ? at + 1 : others.length, 0, track),
  };
}

/** Keeps the current track until it has ended. */
export function removeFromQueue(queue: Queue, trackId: number): Queue {
  if (currentOf(queue)?.id === trackId) return queue;
  const tracks = queue.tracks.filter(({ id }) => id !== trackId);
  return { ...queue, tracks, at: follow(queue, tracks) };
}

function follow(queue: Queue, tracks: readonly PlayableTrack[]): number {
  const current = currentOf(queue);
  return current ? tracks.indexOf(current) : 0;
}
