import { pruneChangeLog } from '#db/change-log.ts';
import type { ServerDeps } from './core/deps.ts';
import { carryOutDueErasures } from './modules/account-deletion/erasure.usecases.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** Whoever was away for longer fetches everything again, which is then cheaper than the changes. */
const LOG_KEPT_MS = 7 * DAY_MS;
const LOG_KEPT_ROWS = 100_000;

/** What nobody asks for and somebody has to do, once an hour; the first time after an hour. */
export function startMaintenance(deps: ServerDeps): () => void {
  const timer = setInterval(() => void maintain(deps), HOUR_MS);
  timer.unref();
  return () => clearInterval(timer);
}

export async function maintain(deps: ServerDeps): Promise<void> {
  const { clock, db, logger, store } = deps;
  try {
    await carryOutDueErasures(deps);
    const olderThan = new Date(clock.now() - LOG_KEPT_MS).toISOString();
    const pruned = await pruneChangeLog(db, { olderThan, keepRows: LOG_KEPT_ROWS });
    const swept = await store.sweep(new Date(clock.now() - DAY_MS));
    if (pruned + swept > 0)
      logger.info({ pruned, swept }, 'old changes and broken uploads removed');
  } catch (err) {
    logger.warn({ err }, 'maintenance did not finish; next try in an hour');
  }
}
