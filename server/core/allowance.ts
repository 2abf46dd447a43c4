import { CLOCKS_DIFFER_MS, counterKey, countUp } from './counters.repository.ts';
import type { ServerDeps } from './deps.ts';

export interface AllowanceRules {
  /** What is counted: 'sign-in'. */
  readonly what: string;
  readonly limit: number;
  readonly windowMs: number;
}

/**
 * Takes so many, and says how many milliseconds are left to wait; 0 when they were granted. Whoever may owe is
 * granted all of it while anything is left, and nothing more in this window.
 */
export type Allowance = (
  subject: string,
  amount: number,
  mayOwe?: boolean,
) => number | Promise<number>;

type Deps = Pick<ServerDeps, 'config' | 'db' | 'clock'>;

/** More subjects than this at once are an attack; the oldest windows are forgotten first. */
const MAX_SUBJECTS = 50_000;
/** Of the limit, what a process takes from the database at one go. What it has left at the end is lost. */
const LOT = 1 / 50;

/**
 * So many in a window for each subject, over all workers and machines of one database. A process that is alone
 * with its database counts in memory.
 */
export function createAllowance(deps: Deps, rules: AllowanceRules): Allowance {
  const { DATABASE_URL, WEB_CONCURRENCY } = deps.config;
  const isAlone = DATABASE_URL === undefined && WEB_CONCURRENCY === 1;
  return isAlone ? countHere(deps, rules) : countTogether(deps, rules);
}

interface Window {
  endsAt: number;
  /** What may still be taken without asking anybody. */
  left: number;
}

/** One that ends later than any that began by now is from before the clock was put back. */
const isOpen = ({ endsAt }: Window, now: number, windowMs: number) =>
  endsAt > now && endsAt <= now + windowMs + CLOCKS_DIFFER_MS;

function countHere({ clock }: Deps, { limit, windowMs }: AllowanceRules): Allowance {
  const windows = new Map<string, Window>();
  return (subject, amount, mayOwe = false) => {
    const now = clock.now();
    const current = windows.get(subject);
    if (current === undefined || !isOpen(current, now, windowMs)) {
      // The first is granted whatever its size, which has a limit of its own.
      remember(windows, subject, { endsAt: now + windowMs, left: limit - amount }, now);
      return 0;
    }
    if (current.left < (mayOwe ? 1 : amount)) return current.endsAt - now;
    current.left -= amount;
    return 0;
  };
}

function countTogether(deps: Deps, { what, limit, windowMs }: AllowanceRules): Allowance {
  const windows = new Map<string, Window & { isOver: boolean }>();
  const lot = Math.ceil(limit * LOT);
  return async (subject, amount, mayOwe = false) => {
    const now = deps.clock.now();
    const current = windows.get(subject);
    if (current && isOpen(current, now, windowMs)) {
      if (current.left >= amount) {
        current.left -= amount;
        return 0;
      }
      // A storm that was refused once costs the database nothing more.
      if (current.isOver && !(mayOwe && current.left > 0)) return current.endsAt - now;
    }
    const asked = Math.max(lot, amount);
    const key = counterKey(deps.config, what, subject);
    const { count, since } = await countUp(deps.db.kysely, key, { windowMs, now, by: asked });
    const endsAt = since + windowMs;
    const before = windows.get(subject);
    const kept = before?.endsAt === endsAt ? before.left : 0;
    const taken = count - asked;
    const has = kept + Math.max(0, Math.min(asked, limit - taken));
    const isGranted = has >= (mayOwe ? 1 : amount) || taken === 0;
    const left = isGranted ? Math.max(0, has - amount) : has;
    remember(windows, subject, { endsAt, left, isOver: count >= limit }, now);
    return isGranted ? 0 : Math.max(1, endsAt - now);
  };
}

function remember<W extends Window>(
  windows: Map<string, W>,
  subject: string,
  window: W,
  now: number,
): void {
  // Re-inserting keeps the map in the order in which windows were begun.
  windows.delete(subject);
  windows.set(subject, window);
  for (const [key, { endsAt }] of windows) {
    if (endsAt > now && windows.size <= MAX_SUBJECTS) return;
    windows.delete(key);
  }
}
