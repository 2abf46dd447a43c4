import type { PlayableTrack } from '#renderer/data/playback.ts';
import type { PlayerEngine } from '../engine/player-engine.ts';
import type { AudioPrefetch } from './audio-prefetch.ts';

/** Prefetching starts after this, so that the start of playback has the full bandwidth. */
const AFTER_SOUND_MS = 2_000;

interface PrefetchOptions {
  /** The track after the loaded one, if any. */
  readonly upNext: () => PlayableTrack | null;
  /** Whether data saver is on, in the app or the browser. */
  readonly isSparing: () => boolean;
}

export interface PrefetchedTracks {
  /** Call it when the next track or the setting may have changed. */
  refresh(): void;
}

/** Prefetches the loaded and the next track once there is sound, and releases unused ones. */
export function keepAhead(
  engine: PlayerEngine,
  ahead: AudioPrefetch,
  { upNext, isSparing }: PrefetchOptions,
): PrefetchedTracks {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The track that has played long enough to start prefetching. */
  let settled: PlayableTrack | null = null;

  /**
   * Deferred: at the end of a track nothing is loaded for a moment, and the next one may start from
   * memory in the same turn.
   */
  const releaseAll = () => {
    if (!engine.getState().playback.track) ahead.want([]);
  };

  const refresh = () => {
    const { track, status } = engine.getState().playback;
    if (track !== settled && status !== 'playing') {
      clearTimeout(timer);
      timer = undefined;
    }
    if (track?.id !== settled?.id) settled = null;
    // Keeps the prefetched next track while it starts.
    const follower = upNext();
    const next = follower && follower.id !== track?.id ? follower : null;
    if (!track) queueMicrotask(releaseAll);
    else if (isSparing()) ahead.want([]);
    else if (settled) ahead.want(next ? [track, next] : [track]);
    else ahead.want(ahead.heldUntil(track) > 0 ? [track] : []);
    // While playback is buffering, it gets all the bandwidth.
    ahead.setAllowed(status !== 'loading');
    if (status !== 'playing' || settled || timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      settled = engine.getState().playback.track;
      refresh();
    }, AFTER_SOUND_MS);
  };

  let before = engine.getState().playback;
  engine.onChange(({ playback }) => {
    if (playback === before) return;
    before = playback;
    refresh();
  });
  return { refresh };
}
