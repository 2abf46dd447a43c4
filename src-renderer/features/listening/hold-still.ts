import type { PlayerEngine } from './player-engine.ts';

/** Sound that takes longer is waited for with the eye: then the page shows what it is doing. */
const STILL_MS = 100;

/**
 * Between her press and the sound one thread serves the recording and the page: also what the element asks for at
 * another place waits in line there. What the page makes of a press therefore waits for the sound, but not so long
 * that she would wonder. Everything else is shown at once. Call the returned function whenever there is something
 * to show.
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
