import type { PlayableTrack, QueueState, RepeatMode } from '#renderer/data/playback.ts';

/** What is heard in which order: plain values, so that a list and a lock screen agree on them. */
export type Queue = Pick<QueueState, 'tracks' | 'at' | 'repeat' | 'stopsAfterThis'>;

export const NO_QUEUE: Queue = { tracks: [], at: 0, repeat: 'off', stopsAfterThis: false };

/** A list to be heard from one of its tracks on. */
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

/** Where a track stands in it, or -1. */
export function placeOf({ tracks }: Queue, trackId: number): number {
  return tracks.findIndex(({ id }) => id === trackId);
}

/** What sounds after the end of this one, by itself. */
export function afterEnd(queue: Queue): number | null {
  if (queue.stopsAfterThis || queue.tracks.length === 0) return null;
  return queue.repeat === 'one' ? queue.at : afterPress(queue);
}

/** What 'next' leads to: to repeat one track does not keep her from leaving it. */
export function afterPress({ tracks, at, repeat }: Queue): number | null {
  if (at + 1 < tracks.length) return at + 1;
  return repeat === 'all' && tracks.length > 0 ? 0 : null;
}

export function beforePress({ tracks, at, repeat }: Queue): number | null {
  if (at > 0) return at - 1;
  return repeat === 'all' && tracks.length > 1 ? tracks.length - 1 : null;
}

/** After a file that could not be played: none that has failed since something last sounded. */
export function afterFailure(queue: Queue, failed: ReadonlySet<number>): number | null {
  const { tracks, at, repeat } = queue;
  const places = [...tracks.keys()];
  const order = [...places.slice(at + 1), ...(repeat === 'all' ? places.slice(0, at) : [])];
  return order.find((index) => !failed.has(tracks[index]?.id ?? 0)) ?? null;
}

/** Places are those of the whole list; the track that has the player keeps it. */
export function moveInQueue(queue: Queue, from: number, to: number): Queue {
  const tracks = [...queue.tracks];
  const [moved] = tracks.splice(from, 1);
  if (!moved || to < 0 || to > tracks.length) return queue;
  tracks.splice(to, 0, moved);
  return { ...queue, tracks, at: follow(queue, tracks) };
}

/** The track that has the player stays until it has ended. */
export function removeFromQueue(queue: Queue, trackId: number): Queue {
  if (currentOf(queue)?.id === trackId) return queue;
  const tracks = queue.tracks.filter(({ id }) => id !== trackId);
  return { ...queue, tracks, at: follow(queue, tracks) };
}

function follow(queue: Queue, tracks: readonly PlayableTrack[]): number {
  const current = currentOf(queue);
  return current ? tracks.indexOf(current) : 0;
}
