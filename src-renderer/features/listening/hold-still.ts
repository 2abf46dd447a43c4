import type { PlayerEngine } from './player-engine.ts';

/** Sound that takes longer is waited for with the eye: then the page shows what it is doing. */
const STILL_MS = 100;

/**
 * Between her press and the first sound one thread serves the recording and the page. What the page makes of a
 * press therefore waits for the sound, but not so long that she would wonder. Everything else is shown at once:
 * a slider must stay under her finger. Call the returned function whenever there is something to show.
 */
export function holdStill(engine: Pick<PlayerEngine, 'getState'>, show: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const showNow = () => {
    clearTimeout(timer);
    timer = undefined;
    show();
  };
  return () => {
    const { status, hasStarted } = engine.getState().playback;
    if (status !== 'loading' || hasStarted) showNow();
    else timer ??= setTimeout(showNow, STILL_MS);
  };
}
