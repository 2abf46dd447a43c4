import type { Logger } from '#server/core/telemetry/logger.ts';

const EVERY_MS = 1_000;
const logs = new WeakMap<Logger, (err: unknown) => void>();

/** Logs a database outage at most once a second and without a stack, rather than once per request. */
export function outageLogOf(logger: Logger): (err: unknown) => void {
  const existing = logs.get(logger);
  if (existing) return existing;
  let notedAt = Number.NEGATIVE_INFINITY;
  let sinceThen = 0;
  const note = (err: unknown) => {
    sinceThen += 1;
    const now = performance.now();
    if (now - notedAt < EVERY_MS) return;
    const reason = err instanceof Error ? err.message || String(Reflect.get(err, 'code')) : err;
    logger.error({ reason, requests: sinceThen }, 'the database cannot be reached');
    notedAt = now;
    sinceThen = 0;
  };
  logs.set(logger, note);
  return note;
}
