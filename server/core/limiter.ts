import { LRUCache } from 'lru-cache';
import type { Executor } from '#db/schema/database.ts';
import {
  CLOCKS_DIFFER_MS,
  counterKey,
  incrementCounter,
  readCounter,
  refund,
  resetCounter,
} from './counters.repository.ts';
import type { ServerDeps } from './deps.ts';
import type { Backoff, Quota } from './limits.ts';

type Deps = Pick<ServerDeps, 'config' | 'db' | 'clock'>;

/** Counts one use against a quota. Returns the milliseconds to wait; 0 if it is within the quota. */
export async function countUse(
  { config, clock }: Pick<Deps, 'config' | 'clock'>,
  executor: Executor,
  { what, limit, windowMs }: Quota,
  subject: string,
): Promise<number> {
  const now = clock.now();
  const key = counterKey(config, what, subject);
  const { count, since } = await incrementCounter(executor, key, { windowMs, now });
  return count > limit ? Math.max(1, since + windowMs - now) : 0;
}

/**
 * Takes an amount from a quota and returns the milliseconds to wait; 0 if granted. With `mayOwe` the last amount of a
 * window may be larger than what is left.
 */
export type TakeQuota = (subject: string, amount: number, mayOwe?: boolean) => Promise<number>;

interface Window {
  readonly endsAt: number;
  /** Amount left without asking the database. */
  left: number;
  readonly isOver: boolean;
}

/** More subjects at once indicate an attack; the oldest windows are dropped first. */
const MAX_SUBJECTS = 50_000;
/** Share of the limit that a process takes from the database at once. Unused amounts are lost. */
const LOT_SHARE = 1 / 50;

/** A quota per subject and window, over all processes of a database. */
export function createQuotaCounter(deps: Deps, { what, limit, windowMs }: Quota): TakeQuota {
  // With `max` instead of `maxSize` the cache would reserve memory in advance.
  const windows = new LRUCache<string, Window>({ maxSize: MAX_SUBJECTS, sizeCalculation: () => 1 });
  const lot = Math.ceil(limit * LOT_SHARE);

  return async (subject, amount, mayOwe = false) => {
    const now = deps.clock.now();
    const current = windows.get(subject);
    if (current && current.endsAt > now && current.endsAt <= now + windowMs + CLOCKS_DIFFER_MS) {
      if (current.left >= amount) {
        current.left -= amount;
        return 0;
      }
      // Once the limit is reached, further requests do not reach the database.
      if (current.isOver && !(mayOwe && current.left > 0)) return current.endsAt - now;
    }
    const requested = Math.max(lot, amount);
    const key = counterKey(deps.config, what, subject);
    const { count, since } = await incrementCounter(deps.db.kysely, key, {
      windowMs,
      now,
      by: requested,
    });
    const endsAt = since + windowMs;
    const before = windows.get(subject);
    const leftBefore = before?.endsAt === endsAt ? before.left : 0;
    const usedBefore = count - requested;
    const available = leftBefore + Math.max(0, Math.min(requested, limit - usedBefore));
    // The first request is granted regardless of its size, which is limited elsewhere.
    const isGranted = available >= (mayOwe ? 1 : amount) || usedBefore === 0;
    const left = isGranted ? Math.max(0, available - amount) : available;
    windows.set(subject, { endsAt, left, isOver: count >= limit });
    return isGranted ? 0 : Math.max(1, endsAt - now);
  };
}

/** An attempt at a secret by a subject: a user, a device or a network address. */
export interface Attempt extends Backoff {
  /** Kind of secret, e.g. 'centre-code'. */
  readonly what: string;
  readonly subject: string;
  readonly createError: (seconds: number) => Error;
}

/**
 * `this-try` refunds only this attempt, so that an attacker gets no fresh start; `all` resets the count, for known
 * devices.
 */
export type Succeed = (scope: 'this-try' | 'all') => Promise<void>;

/**
 * Counts an attempt across all processes before the secret is checked, or throws if it came too soon; refused
 * attempts are not counted. Call the result after a success.
 */
export async function attempt(deps: Deps, rules: Attempt): Promise<Succeed> {
  const { kysely } = deps.db;
  const key = counterKey(deps.config, rules.what, rules.subject);
  const now = deps.clock.now();
  const before = await readCounter(kysely, key, now);
  const isCurrent = before && now - before.since < rules.forgottenAfterMs;
  if (isCurrent) ensureWaited(before.count, before.since, now, rules);
  // Checks again with this attempt's own number, so that concurrent attempts cannot pass together.
  const { count, since } = await incrementCounter(kysely, key, {
    windowMs: rules.forgottenAfterMs,
    now,
  });
  ensureWaited(count - 1, since, now, rules);
  return (scope) => (scope === 'all' ? resetCounter(kysely, key) : refund(kysely, key));
}

function ensureWaited(triesBefore: number, since: number, now: number, rules: Attempt): void {
  if (triesBefore < rules.freeTries) return;
  const waitMs = since + waitAfter(triesBefore, rules) - now;
  if (waitMs > 0) throw rules.createError(Math.ceil(waitMs / 1000));
}

/** The window begins with the first attempt; waits add up from there: 1, 2, 4, … seconds. */
function waitAfter(count: number, { freeTries, longestWaitMs }: Backoff): number {
  let total = 0;
  for (let tries = freeTries; tries <= Math.min(count, freeTries + 100); tries += 1) {
    total += Math.min(1000 * 2 ** (tries - freeTries), longestWaitMs);
  }
  return total;
}
