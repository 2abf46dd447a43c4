import { countUp, findCount } from './counters.repository.ts';
import type { ServerDeps } from './deps.ts';

export interface WaitRules {
  /** So many tries wait for nothing; each one after that doubles the wait, from one second. */
  readonly freeTries: number;
  readonly longestWaitMs: number;
  /** The count starts anew so long after its first try. */
  readonly forgottenAfterMs: number;
  readonly createError: (seconds: number) => Error;
}

/** Counts one more try at a secret, or throws when it came too soon. A refused one does not count. */
export async function ensureMayTry(
  { db, clock }: Pick<ServerDeps, 'db' | 'clock'>,
  key: string,
  rules: WaitRules,
): Promise<void> {
  const now = clock.now();
  const before = await findCount(db.kysely, key, now);
  const isCurrent = before && now - before.since < rules.forgottenAfterMs;
  if (isCurrent) ensureWaited(before.count, before.since, now, rules);
  // Once more with this try's own number: tries that run at once must not slip past together.
  const { count, since } = await countUp(db.kysely, key, {
    windowMs: rules.forgottenAfterMs,
    now,
  });
  ensureWaited(count - 1, since, now, rules);
}

function ensureWaited(triesBefore: number, since: number, now: number, rules: WaitRules): void {
  // The first of several at once may have begun after this one: `since` then lies ahead of `now`.
  if (triesBefore < rules.freeTries) return;
  const waitMs = since + waitAfter(triesBefore, rules) - now;
  if (waitMs > 0) throw rules.createError(Math.ceil(waitMs / 1000));
}

/** The window's beginning is the first try, so the waits add up from there: 1, 2, 4, … seconds. */
function waitAfter(count: number, { freeTries, longestWaitMs }: WaitRules): number {
  let total = 0;
  for (let tries = freeTries; tries <= Math.min(count, freeTries + 100); tries += 1) {
    total += Math.min(1000 * 2 ** (tries - freeTries), longestWaitMs);
  }
  return total;
}
