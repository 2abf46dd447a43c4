import type { PlayableTrack } from '#renderer/data/playback.ts';
import type { PlayerEngine } from '../engine/player-engine.ts';
import type { AudioPrefetch } from './audio-prefetch.ts';

/** Delay of prefetching, so that the start of playback has the full bandwidth. */
const START_DELAY_MS = 2_000;

interface PrefetchOptions {
  /** The track after the loaded one, if any. */
  readonly upNext: () => PlayableTrack | null;
  /** Whether data saver is on, in the app or the browser. */
  readonly savesData: () => boolean;
}

/** Prefetches the loaded and the next track once playback has started, and releases all others. */
export function prefetchTracks(
  engine: PlayerEngine,
  prefetch: AudioPrefetch,
  { upNext, savesData }: PrefetchOptions,
) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The track that has played long enough to start prefetching. */
  let startedTrack: PlayableTrack | null = null;

  /**
   * Deferred: between two tracks nothing is loaded for a moment, and the next one may start from the
   * prefetch buffer in the same task.
   */
  const releaseAll = () => {
    if (!engine.getState().playback.track) prefetch.setTracks([]);
  };

  const refresh = () => {
    const { track, status } = engine.getState().playback;
    if (track !== startedTrack && status !== 'playing') {
      clearTimeout(timer);
      timer = undefined;
    }
    if (track?.id !== startedTrack?.id) startedTrack = null;
    const upcoming = upNext();
    const next = upcoming && upcoming.id !== track?.id ? upcoming : null;
    // A track that was prefetched as the next one stays prefetched while it starts.
    if (!track) queueMicrotask(releaseAll);
    else if (savesData()) prefetch.setTracks([]);
    else if (startedTrack) prefetch.setTracks(next ? [track, next] : [track]);
    else prefetch.setTracks(prefetch.heldUntil(track) > 0 ? [track] : []);
    // While playback is buffering, it gets the full bandwidth.
    prefetch.setAllowed(status !== 'loading');
    if (status !== 'playing' || startedTrack || timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      startedTrack = engine.getState().playback.track;
      refresh();
    }, START_DELAY_MS);
  };

  let before = engine.getState().playback;
  engine.onChange(({ playback }) => {
    if (playback === before) return;
    before = playback;
    refresh();
  });
  return {
    /** Call it when the next track or the user's setting may have changed. */
    refresh,
  };
}
