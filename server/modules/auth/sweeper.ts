import type { RequestHandler } from 'express';
import type { ServerDeps } from '#server/core/deps.ts';
import { ONE_TIME_LIFE_MS } from './one-time-codes.ts';
import { SWEEP_AFTER_MS } from './sessions.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Takes away what has run out: links, codes, counters, sessions long unused. Nothing depends on it, every
 * reader looks at the time itself; it only keeps the tables small and the past short.
 */
async function sweepAuth({ db, clock }: ServerDeps): Promise<void> {
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

/** Sweeps beside a request, once in an hour that has any: no timer has to be started and stopped. */
export function createSweeper(deps: ServerDeps): RequestHandler {
  let sweptAt = deps.clock.now();
  return (_req, _res, next) => {
    const now = deps.clock.now();
    if (now - sweptAt > HOUR_MS) {
      sweptAt = now;
      sweepAuth(deps).catch((error: unknown) =>
        deps.logger.warn({ err: error }, 'auth: not swept'),
      );
    }
    next();
  };
}
