import type { PlayerEngine } from './player-engine.ts';

const STEP_MS = 100;

/**
 * Quieter by steps until it is silent, then paused where the fade began, so that nothing is missed
 * when she goes on. Whatever she does meanwhile ends it and gives the volume back.
 */
export function fadeOutAndPause(
  engine: PlayerEngine,
  element: { volume: number },
  seconds: number,
): Promise<boolean> {
  const { playback, time } = engine.getState();
  if (playback.status !== 'playing') return Promise.resolve(false);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const loudness = element.volume;
  const began = time.position;
  const steps = Math.max(1, Math.round((seconds * 1_000) / STEP_MS));
  let done = 0;
  let position = began;

  const finish = (isSilent: boolean) => {
    clearInterval(timer);
    leave();
    if (isSilent) {
      engine.pause();
      engine.seek(began);
    }
    element.volume = loudness;
    resolve(isSilent);
  };
  const timer = setInterval(() => {
    done += 1;
    // By the square: the ear hears loudness by its powers, and a straight line would fall off an edge.
    element.volume = loudness * (1 - done / steps) ** 2;
    if (done >= steps) finish(true);
  }, STEP_MS);
  const leave = engine.onChange((now) => {
    const jumped = Math.abs(now.time.position - position) > 2;
    const isOther = now.playback.track?.id !== playback.track?.id;
    const isStopped = now.playback.status === 'paused' || now.playback.status === 'failed';
    position = now.time.position;
    if (jumped || isOther || isStopped) finish(false);
  });
  return promise;
}
