import { DAY_MS, HOUR_MS } from './clock.ts';
import type { ServerDeps } from './deps.ts';
import { findNewestChange, findRestoreTime } from './removal-guard.repository.ts';

const startedAt = performance.now();

/**
 * Whether the clock is at most a day ahead of the newest change. With a clock years ahead, all data would look
 * expired.
 */
export async function isClockPlausible({
  db,
  clock,
}: Pick<ServerDeps, 'db' | 'clock'>): Promise<boolean> {
  const newest = await findNewestChange(db);
  return newest === undefined || clock.now() <= Date.parse(newest) + DAY_MS;
}

/**
 * Whether expired data may be removed: not in the first hour after a start or restore, in which the clock may
 * still be corrected.
 */
export async function mayRemove(
  deps: Pick<ServerDeps, 'db' | 'clock'>,
  uptimeMs: () => number = () => performance.now() - startedAt,
): Promise<boolean> {
  if (uptimeMs() < HOUR_MS) return false;
  const restored = await findRestoreTime(deps.db);
  if (restored !== undefined && Math.abs(deps.clock.now() - Date.parse(restored)) < HOUR_MS)
    return false;
  return isClockPlausible(deps);
}
