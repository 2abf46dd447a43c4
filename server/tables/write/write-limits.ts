import type { Actor } from '#server/core/actor.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { createAllowance } from '#server/core/limiter.ts';
import { QUOTAS } from '#server/core/limits.ts';
import { createTooManyWritesError } from '../tables.errors.ts';

/**
 * Counts a user's writes and throws if there are too many. `found`: existing rows, of which one request may
 * exceed the remaining quota.
 */
export type CountWrites = (actor: Actor, rows: number, which?: 'sent' | 'found') => Promise<void>;

export function createWriteCounter(
  deps: Pick<ServerDeps, 'config' | 'db' | 'clock'>,
): CountWrites | undefined {
  const limit = deps.config.WRITES_PER_MINUTE;
  if (limit === 0) return undefined;
  const take = createAllowance(deps, { ...QUOTAS.writes, limit });
  return async ({ userId }, rows, which = 'sent') => {
    if (userId === null || rows === 0) return;
    const waitMs = await take(userId, rows, which === 'found');
    if (waitMs > 0) throw createTooManyWritesError(waitMs);
  };
}
