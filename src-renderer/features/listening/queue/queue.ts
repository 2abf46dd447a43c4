import type { PlayableTrack, QueuePlace, QueueState, RepeatMode } from '#renderer/data/playback.ts';

/** The playback order as plain data. */
export type Queue = Pick<QueueState, 'tracks' | 'at' | 'repeat'>;

export const NO_QUEUE: Queue = { tracks: [], at: 0, repeat: 'off' };

/** A queue of these tracks that starts at one of them. */
export function queueOf(
  tracks: readonly PlayableTrack[],
  at = 0,
  repeat: RepeatMode = 'off',
): Queue {
  return { ...NO_QUEUE, tracks, at: Math.max(0, Math.min(at, tracks.length - 1)), repeat };
}

export function currentTrack({ tracks, at }: Queue): PlayableTrack | undefined {
  return tracks[at];
}

/** The index that plays automatically after the current track. */
export function indexAfterEnd(queue: Queue): number | null {
  return queue.repeat === 'one' && currentTrack(queue) ? queue.at : nextIndex(queue);
}

/** The index for the Next button, which ignores `repeat: 'one'`. */
export function nextIndex({ tracks, at, repeat }: Queue): number | null {
  if (at + 1 < tracks.length) return at + 1;
  return repeat === 'all' && tracks.length > 0 ? 0 : null;
}

export function previousIndex({ tracks, at, repeat }: Queue): number | null {
  if (at > 0) return at - 1;
  return repeat === 'all' && tracks.length > 1 ? tracks.length - 1 : null;
}

/** The index that plays after a failed track; skips all tracks in `failed`. */
export function indexAfterFailure(queue: Queue, failed: ReadonlySet<number>): number | null {
  const { tracks, at, repeat } = queue;
  const indices = [...tracks.keys()];
  const order = [...indices.slice(at + 1), ...(repeat === 'all' ? indices.slice(0, at) : [])];
  return order.find((index) => !failed.has(tracks[index]?.id ?? 0)) ?? null;
}

/** The indices refer to the whole queue. The current track stays current. */
export function moveInQueue(queue: Queue, from: number, to: number): Queue {
  const tracks = [...queue.tracks];
  const [moved] = tracks.splice(from, 1);
  if (!moved || to < 0 || to > tracks.length) return queue;
  tracks.splice(to, 0, moved);
  return { ...queue, tracks, at: indexOfCurrent(queue, tracks) };
}

/** Moves a track within the queue or adds it; the current track stays current. */
export function addToQueue(queue: Queue, track: PlayableTrack, place: QueuePlace): Queue {
  if (currentTrack(queue)?.id === track.id) return queue;
  const others = queue.tracks.filter(({ id }) => id !== track.id);
  const at = indexOfCurrent(queue, others);
  return {
    ...queue,
    at,
    tracks: others.toSpliced(place === 'next' ? at + 1 : others.length, 0, track),
  };
}

/** Keeps tracks for which `isKept` is true, and the current track, so that it plays to its end. */
export function filterQueue<Q extends Queue>(queue: Q, isKept: (trackId: number) => boolean): Q {
  const current = currentTrack(queue);
  const tracks = queue.tracks.filter((track) => track === current || isKept(track.id));
  return { ...queue, tracks, at: indexOfCurrent(queue, tracks) };
}

function indexOfCurrent(queue: Queue, tracks: readonly PlayableTrack[]): number {
  const current = currentTrack(queue);
  return current ? tracks.indexOf(current) : 0;
}
