import type { FullBackupStates } from '#contract/calls/admin/full-backups.ts';
import type { AuditActor } from '#contract/constants/audit.ts';
import { acquireLease } from '#db/leases.ts';
import { openDatabase } from '#db/open.ts';
import { recordInAuditLog } from '#server/core/actors/audit-log.repository.ts';
import { DAY_MS, isoNow } from '#server/core/clock.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { mayRemove } from '#server/core/removal-guard.ts';
import { createBusyError, isBusyError } from './backups.errors.ts';
import {
  findFullBackupStates,
  type StoredState,
  saveFullBackupState,
} from './backups.repository.ts';
import {
  type MadeFullBackup,
  makeFullBackup,
  type OnProgress,
  removeOldFullBackups,
} from './full-backup.usecases.ts';
import { openFullBackupArchive } from './full-backup-archive.ts';
import { isDue, nextBackupAt, nextCheckAt } from './full-backup-schedule.ts';
import { type FullBackupSetup, findFullBackupSetup } from './full-backup-target.ts';
import { type CheckedFullBackup, checkFullBackup } from './full-restore.usecases.ts';

export const FULL_BACKUP_TASKS = { backup: 'whole-backup', check: 'whole-check' } as const;

/** Limits progress reports, because each one is a database write. */
const PROGRESS_EVERY_MS = 2_000;
const MAX_EXAMPLES = 10;
const MAX_REASON_LENGTH = 500;

export type FullBackupRunDeps = Pick<ServerDeps, 'config' | 'db' | 'store' | 'clock' | 'logger'>;

interface RunOptions {
  /** Called once this process has the lease. */
  readonly onBegin?: (() => void) | undefined;
  /** Aborts the run; an abort does not count as a failure. */
  readonly stop?: AbortSignal | undefined;
  /** Checked after taking the lease. */
  readonly isWanted?: (states: FullBackupStates) => boolean;
}

/** Makes a full backup if due; returns whether it did. A failure is logged and retried in an hour. */
export function backUpWhenDue(deps: FullBackupRunDeps, stop?: AbortSignal): Promise<boolean> {
  const { config, clock, logger } = deps;
  const isWanted = ({ backup }: FullBackupStates) =>
    isDue(nextBackupAt(config, backup, clock.now()), clock.now());
  return runIfSetUp(deps, stop, 'the full backup failed; next try in an hour', async (setup) => {
    const made = await runFullBackup(deps, setup, { stop, isWanted });
    if (made) logger.info(made, 'a full backup was made');
    return made !== undefined;
  });
}

/** Checks the newest full backup if due; returns whether it did. A failed check is repeated the next day. */
export function checkWhenDue(deps: FullBackupRunDeps, stop?: AbortSignal): Promise<boolean> {
  const { config, clock, logger } = deps;
  const isWanted = (states: FullBackupStates) =>
    isDue(nextCheckAt(config, states, clock.now()), clock.now());
  return runIfSetUp(deps, stop, 'the check of the full backup failed', async (setup) => {
    const found = await runFullBackupCheck(deps, setup, { stop, isWanted });
    if (found?.problems.length) logger.error(found, 'the newest full backup has problems');
    else if (found) logger.info(found, 'the newest full backup was checked');
    return found !== undefined;
  });
}

async function runIfSetUp(
  { config, logger }: FullBackupRunDeps,
  stop: AbortSignal | undefined,
  failure: string,
  work: (setup: FullBackupSetup) => Promise<boolean>,
): Promise<boolean> {
  try {
    const setup = findFullBackupSetup(config);
    return setup !== undefined && (await work(setup));
  } catch (err) {
    // Busy: another machine or a restore holds the lease.
    if (!isBusyError(err) && !stop?.aborted) logger.error({ err }, failure);
    return false;
  }
}

/**
 * Makes a full backup and deletes old ones. Returns undefined if `isWanted` says no; throws if a backup is running
 * on any machine.
 */
export function runFullBackup(
  deps: FullBackupRunDeps,
  setup: FullBackupSetup,
  running: RunOptions = {},
): Promise<MadeFullBackup | undefined> {
  const { config, clock, store, logger } = deps;
  return runWithLease(deps, 'backup', running, async (task) => {
    const at = isoNow(clock);
    // Opens its own PostgreSQL connection, because a large database exceeds the statement timeout of requests.
    const { DATABASE_URL: url, DATA_DIR: dataDir } = config;
    const own = url === undefined ? undefined : await openDatabase({ url, statementMs: 0 });
    const source = { ...setup, ...task, dataDir, db: own ?? deps.db, store };
    const made = await makeFullBackup(source, at).finally(() => own?.close());
    const before = new Date(clock.now() - config.BACKUP_KEEP_DAYS * DAY_MS).toISOString();
    try {
      if (!(await mayRemove(deps))) return { at, ...made };
      const archive = await openFullBackupArchive(setup.target, setup.identity, task.signal);
      const removed = await removeOldFullBackups(archive, before);
      if (removed > 0) logger.info({ removed }, 'old full backups were removed');
    } catch (err) {
      logger.warn({ err }, 'removing old full backups failed');
    }
    return { at, ...made };
  });
}

interface CheckOptions extends RunOptions {
  /** Actor in the audit log; the server by default. */
  readonly by?: AuditActor;
}

/**
 * Checks the newest full backup by a trial restore and records its result in the audit log. Returns undefined if
 * `isWanted` says no; throws if a check is running on any machine.
 */
export async function runFullBackupCheck(
  deps: FullBackupRunDeps,
  setup: FullBackupSetup,
  { by = 'system', ...running }: CheckOptions = {},
): Promise<CheckedFullBackup | undefined> {
  const { clock, config, db } = deps;
  const entry = { actor: by, action: 'check', on: 'backups', which: 'whole' } as const;
  const record = (after: object) =>
    recordInAuditLog(db.kysely, { ...entry, after, now: isoNow(clock) });
  let found: CheckedFullBackup | undefined;
  await runWithLease(deps, 'check', running, async (task) => {
    const source = { ...setup, ...task, dataDir: config.DATA_DIR };
    found = await checkFullBackup(source).catch(async (error: unknown) => {
      if (!task.signal.aborted) await record({ failed: messageOf(error) });
      throw error;
    });
    const { name, people, tracks, files, bytes, problems } = found;
    const examples = problems.slice(0, MAX_EXAMPLES);
    const counts = { name, people, tracks, files, bytes, problems: problems.length, examples };
    await record(counts);
    return { at: isoNow(clock), ...counts };
  });
  return found;
}

/** Runs the task while holding its lease, and stores progress and outcome for all machines. */
async function runWithLease<Kind extends keyof FullBackupStates>(
  { db, clock }: FullBackupRunDeps,
  kind: Kind,
  { stop, onBegin, isWanted = () => true }: RunOptions,
  work: (task: {
    signal: AbortSignal;
    onProgress: OnProgress;
  }) => Promise<NonNullable<FullBackupStates[Kind]['last']>>,
): Promise<NonNullable<FullBackupStates[Kind]['last']> | undefined> {
  const lease = await acquireLease(db, FULL_BACKUP_TASKS[kind]);
  if (!lease) throw createBusyError();
  onBegin?.();
  const signal = AbortSignal.any(stop ? [lease.lost, stop] : [lease.lost]);
  try {
    const states = await findFullBackupStates(db);
    if (!isWanted(states)) return undefined;
    const { last } = states[kind];
    const save = (change: Partial<StoredState>) =>
      saveFullBackupState(
        db,
        kind,
        { last, failed: null, progress: null, ...change },
        isoNow(clock),
      );
    try {
      let savedAt = Number.NEGATIVE_INFINITY;
      const onProgress = async (done: number, of: number) => {
        if (performance.now() - savedAt < PROGRESS_EVERY_MS) return;
        savedAt = performance.now();
        await save({ progress: { done, of } });
      };
      const done = await work({ signal, onProgress });
      await save({ last: done });
      return done;
    } catch (error) {
      // After an abort or a lost lease, the state is no longer this process's to write.
      const isOurs = !signal.aborted && !isBusyError(error);
      if (isOurs) await save({ failed: { at: isoNow(clock), why: messageOf(error) } });
      throw error;
    }
  } finally {
    await lease.release();
  }
}

const messageOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).slice(0, MAX_REASON_LENGTH);
