import type { PlayerEngine } from './player-engine.ts';

/** After 100 ms without sound, shows the loading state. */
const STILL_MS = 100;

/**
 * Delays rendering between a press and the first sound by at most `STILL_MS`, since decoding and
 * requests share the main thread with the page. Other updates render at once. Call the returned
 * function on every update.
 */
export function holdStill(
  engine: Pick<PlayerEngine, 'isAboutToSound'>,
  show: () => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const showNow = () => {
    clearTimeout(timer);
    timer = undefined;
    show();
  };
  return () => {
    if (engine.isAboutToSound()) timer ??= setTimeout(showNow, STILL_MS);
    else showNow();
  };
}
