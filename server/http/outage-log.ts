import type { Logger } from '#server/core/telemetry/logger.ts';

const INTERVAL_MS = 1_000;
const logs = new WeakMap<Logger, (err: unknown) => void>();

/** Logs a database outage at most once a second and without a stack, rather than once per request. */
export function outageLogOf(logger: Logger): (err: unknown) => void {
  const existing = logs.get(logger);
  if (existing) return existing;
  let loggedAt = Number.NEGATIVE_INFINITY;
  let requests = 0;
  const log = (err: unknown) => {
    requests += 1;
    const now = performance.now();
    if (now - loggedAt < INTERVAL_MS) return;
    const reason = err instanceof Error ? err.message || String(Reflect.get(err, 'code')) : err;
    logger.error({ reason, requests }, 'the database cannot be reached');
    loggedAt = now;
    requests = 0;
  };
  logs.set(logger, log);
  return log;
}
