import type { ServerDeps } from '#server/core/deps.ts';
import { ONE_TIME_LIFE_MS } from './one-time-codes.ts';
import { SWEEP_AFTER_MS } from './sessions.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Takes away what has run out: links, codes, counters, sessions long unused. Nothing depends on it, every
 * reader looks at the time itself; it only keeps the tables small and the past short.
 */
export async function sweepAuth({ db, clock }: Pick<ServerDeps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const before = (ms: number) => new Date(now - ms).toISOString();
  await db.kysely
    .deleteFrom('one_time_tokens')
    .where('created_at', '<', before(ONE_TIME_LIFE_MS))
    .execute();
  await db.kysely
    .deleteFrom('flow_states')
    .where('created_at', '<', before(ONE_TIME_LIFE_MS + DAY_MS))
    .execute();
  await db.kysely.deleteFrom('hand_overs').where('expires_at', '<', before(HOUR_MS)).execute();
  await db.kysely.deleteFrom('rate_limits').where('window_start', '<', before(DAY_MS)).execute();
  await db.kysely
    .deleteFrom('sessions')
    .where('expires_at', '<', now - SWEEP_AFTER_MS)
    .execute();
}
