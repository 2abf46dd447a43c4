import type { ServerDeps } from './core/deps.ts';
import { publishDue } from './modules/tracks/publish-due.usecases.ts';

const TICK_MS = 1_000;

/**
 * Looks each second for what has come due; what came due while no server ran is done at once. Every
 * worker looks, none owns it: carrying out a plan twice is impossible (docs/decisions/0100). The
 * returned function ends it, when what is under way is done.
 */
export function startSchedule(deps: ServerDeps): () => Promise<void> {
  let running: Promise<void> | undefined;
  let hasFailed = false;
  const look = async () => {
    try {
      const done = await publishDue(deps);
      if (done > 0) deps.logger.info({ done }, 'published what was due');
      hasFailed = false;
    } catch (err) {
      // Said once: a database that is away for an hour would fill the log.
      if (!hasFailed) deps.logger.warn({ err }, 'what is due could not be published; trying on');
      hasFailed = true;
    }
  };
  const timer = setInterval(() => {
    running ??= look().finally(() => {
      running = undefined;
    });
  }, TICK_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
