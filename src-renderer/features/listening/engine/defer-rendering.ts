import type { PlayerEngine } from './player-engine.ts';

/** Without sound after this delay, the loading state is rendered. */
const MAX_DELAY_MS = 100;

/**
 * Delays rendering between a press and the first sound by at most `MAX_DELAY_MS`, because rendering
 * would delay the sound. Other updates render at once. Call the returned function on every update.
 */
export function deferRendering(
  engine: Pick<PlayerEngine, 'isStarting'>,
  render: () => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const renderNow = () => {
    clearTimeout(timer);
    timer = undefined;
    render();
  };
  return () => {
    if (engine.isStarting()) timer ??= setTimeout(renderNow, MAX_DELAY_MS);
    else renderNow();
  };
}
