import type { PlayableTrack } from '#renderer/data/playback.ts';
import type { FetchedAhead } from './fetched-ahead.ts';
import type { PlayerEngine } from './player-engine.ts';

/** The first seconds of sound have the line for themselves. */
const AFTER_SOUND_MS = 2_000;

interface KeepAheadOptions {
  /** What follows the loaded track, when something does. */
  readonly upNext: () => PlayableTrack | null;
  /** She spares her data, or the browser says that she does. */
  readonly isSparing: () => boolean;
}

export interface KeptAhead {
  /** What comes next, or what she wants of it, may have changed. */
  refresh(): void;
}

/** Has the loaded track and the next one fetched ahead once there is sound, and lets them go after it. */
export function keepAhead(
  engine: PlayerEngine,
  ahead: FetchedAhead,
  { upNext, isSparing }: KeepAheadOptions,
): KeptAhead {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The track that has sounded long enough. */
  let settled: PlayableTrack | null = null;

  /** At the end of a track nothing is loaded for a moment: the next one may begin in the same turn, out of memory. */
  const letGo = () => {
    if (!engine.getState().playback.track) ahead.want([]);
  };

  const refresh = () => {
    const { track, status } = engine.getState().playback;
    if (track !== settled && status !== 'playing') {
      clearTimeout(timer);
      timer = undefined;
    }
    if (track?.id !== settled?.id) settled = null;
    // What was fetched as the next one stays while it begins.
    const follower = upNext();
    const next = follower && follower.id !== track?.id ? follower : null;
    if (!track) queueMicrotask(letGo);
    else if (isSparing()) ahead.want([]);
    else if (settled) ahead.want(next ? [track, next] : [track]);
    else ahead.want(ahead.heldUntil(track) > 0 ? [track] : []);
    // A sound that waits for the line has it for itself.
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
