import { sweepCounts } from '#server/core/counters.repository.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { sweepSessions } from '#server/identity/sessions/sessions.repository.ts';
import { sweepFlowStates } from './modules/auth-mails/flow-states.repository.ts';
import { sweepOneTimeTokens } from './modules/auth-mails/one-time-tokens.repository.ts';
import { sweepHandOvers } from './modules/hand-over/hand-overs.repository.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Takes away what has run out: links, codes, counters, sessions long unused. Nothing depends on it, every
 * reader looks at the time itself; it only keeps the tables small and the past short.
 */
export async function sweepAuth({ db, clock }: Pick<ServerDeps, 'db' | 'clock'>): Promise<void> {
  const { kysely } = db;
  const now = clock.now();
  const before = (ms: number) => new Date(now - ms).toISOString();
  await sweepOneTimeTokens(kysely, now);
  await sweepFlowStates(kysely, before(2 * DAY_MS));
  await sweepHandOvers(kysely, before(HOUR_MS));
  await sweepCounts(kysely, before(DAY_MS));
  await sweepSessions(kysely, now);
}
