import type { WholeStates } from '#contract/calls/whole-backups.ts';
import type { Config } from '#server/core/config.ts';
import { isBusyError } from './backups.errors.ts';
import { runWholeBackup, type WholeRunDeps, type WholeSetup } from './whole-runs.usecases.ts';

const HOUR_MS = 60 * 60_000;
const FIRST_AFTER_MS = 60_000;
/** Rounds are an hour apart: without it each backup would be an hour later than the one before. */
const SLACK_MS = HOUR_MS / 2;
/** How long an orderly end waits for a file on its way. */
const PATIENCE_MS = 5_000;

/** Undefined where place or key are missing. */
export type FindSetup = (config: Config) => WholeSetup | undefined;

/**
 * Whole backups without anybody asking: looks a minute after the start, then once an hour, whether one is due.
 * The returned function ends it, and breaks off what is under way: the next one goes on with its parts.
 */
export function startWholeBackups(deps: WholeRunDeps, findSetup: FindSetup): () => Promise<void> {
  const stop = new AbortController();
  let running: Promise<unknown> | undefined;
  const look = () => {
    running ??= backUpWhenDue(deps, findSetup, stop.signal).finally(() => {
      running = undefined;
    });
  };
  const timers = [setTimeout(look, FIRST_AFTER_MS), setInterval(look, HOUR_MS)];
  for (const timer of timers) timer.unref();
  return async () => {
    timers.forEach(clearTimeout);
    stop.abort();
    const enough = new Promise((done) => setTimeout(done, PATIENCE_MS).unref());
    await Promise.race([running, enough]);
  };
}

/** Whether one was made. One that fails is said, and tried again in the next round. */
export async function backUpWhenDue(
  deps: WholeRunDeps,
  findSetup: FindSetup,
  stop?: AbortSignal,
): Promise<boolean> {
  const { config, clock, logger } = deps;
  if (config.BACKUP_EVERY_HOURS === 0) return false;
  try {
    const setup = findSetup(config);
    if (!setup) return false;
    const isWanted = ({ last }: WholeStates['backup']) => isDue(config, last?.at, clock.now());
    const made = await runWholeBackup(deps, setup, { stop, isWanted });
    if (made) logger.info(made, 'a whole backup was made');
    return made !== undefined;
  } catch (err) {
    // Another machine, or a restore, is at it.
    if (!isBusyError(err) && !stop?.aborted) {
      logger.error({ err }, 'the whole backup did not succeed; next try in an hour');
    }
    return false;
  }
}

type Rhythm = Pick<Config, 'BACKUP_EVERY_HOURS'>;

/** Null for never. A moment that has gone by: in the next round. */
export function whenDue(
  { BACKUP_EVERY_HOURS }: Rhythm,
  last: string | undefined,
  now: number,
): string | null {
  if (BACKUP_EVERY_HOURS === 0) return null;
  const lastAt = last === undefined ? Number.NEGATIVE_INFINITY : Date.parse(last);
  // A time ahead of now is from a clock that was put back since.
  const isTold = lastAt > Number.NEGATIVE_INFINITY && lastAt - now <= SLACK_MS;
  const dueAt = isTold ? lastAt + BACKUP_EVERY_HOURS * HOUR_MS : now;
  return new Date(dueAt).toISOString();
}

function isDue(rhythm: Rhythm, last: string | undefined, now: number): boolean {
  const dueAt = whenDue(rhythm, last, now);
  return dueAt !== null && Date.parse(dueAt) - SLACK_MS <= now;
}
