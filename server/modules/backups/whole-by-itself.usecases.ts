import type { Config } from '#server/core/config.ts';
import { isBusyError } from './backups.errors.ts';
import { isDue, whenCheckDue, whenDue } from './whole-rhythm.ts';
import {
  runWholeBackup,
  runWholeCheck,
  type WholeRunDeps,
  type WholeSetup,
} from './whole-runs.usecases.ts';

const HOUR_MS = 60 * 60_000;
const FIRST_AFTER_MS = 60_000;
/** How long an orderly end waits for a file on its way. */
const PATIENCE_MS = 5_000;

/** Undefined where place or key are missing. */
export type FindSetup = (config: Config) => WholeSetup | undefined;

/**
 * Whole backups and their checks without anybody asking: looks a minute after the start, then once an hour, whether one
 * is due. The returned function ends it, and breaks off what is under way: the next backup goes on with its parts.
 */
export function startWholeBackups(deps: WholeRunDeps, findSetup: FindSetup): () => Promise<void> {
  const stop = new AbortController();
  let running: Promise<unknown> | undefined;
  const look = () => {
    running ??= lookRound(deps, findSetup, stop.signal).finally(() => {
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

/** A backup that was due first: the check tries out the newest. */
async function lookRound(deps: WholeRunDeps, findSetup: FindSetup, stop: AbortSignal) {
  await backUpWhenDue(deps, findSetup, stop);
  await checkWhenDue(deps, findSetup, stop);
}

/** Whether one was made. One that fails is said, and tried again in the next round. */
export async function backUpWhenDue(
  deps: WholeRunDeps,
  findSetup: FindSetup,
  stop?: AbortSignal,
): Promise<boolean> {
  const { config, clock, logger } = deps;
  if (config.BACKUP_EVERY_HOURS === 0) return false;
  return attempt(deps, stop, 'the whole backup did not succeed; next try in an hour', async () => {
    const setup = findSetup(config);
    if (!setup) return false;
    const made = await runWholeBackup(deps, setup, {
      stop,
      isWanted: ({ backup }) => isDue(whenDue(config, backup, clock.now()), clock.now()),
    });
    if (made) logger.info(made, 'a whole backup was made');
    return made !== undefined;
  });
}

/** Whether the newest was tried out. A check that cannot be finished is said, and begun anew the next day. */
export async function checkWhenDue(
  deps: WholeRunDeps,
  findSetup: FindSetup,
  stop?: AbortSignal,
): Promise<boolean> {
  const { config, clock, logger } = deps;
  if (config.BACKUP_CHECK_EVERY_DAYS === 0) return false;
  return attempt(deps, stop, 'the check of the whole backup could not be finished', async () => {
    const setup = findSetup(config);
    if (!setup) return false;
    const found = await runWholeCheck(deps, setup, {
      stop,
      isWanted: (states) => isDue(whenCheckDue(config, states, clock.now()), clock.now()),
    });
    if (found?.problems.length) {
      logger.error(found, 'the newest whole backup cannot be restored whole');
    } else if (found) {
      logger.info(found, 'the newest whole backup was tried out');
    }
    return found !== undefined;
  });
}

async function attempt(
  { logger }: WholeRunDeps,
  stop: AbortSignal | undefined,
  failure: string,
  work: () => Promise<boolean>,
): Promise<boolean> {
  try {
    return await work();
  } catch (err) {
    // Another machine, or a restore, is at it.
    if (!isBusyError(err) && !stop?.aborted) logger.error({ err }, failure);
    return false;
  }
}
