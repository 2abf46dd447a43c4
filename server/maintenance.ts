import { RESUMABLE_LIFE_MS } from '#contract/calls/resumable-upload.ts';
import { pruneChangeLog } from '#db/change-log.ts';
import { truncateWriteAheadLog } from '#db/erasing-transaction.ts';
import { acquireLease, deleteExpiredLeases } from '#db/leases.ts';
import { dropOldCopies } from '#db/postgres/upgrade-copies.ts';
import { DAY_MS, HOUR_MS } from './core/clock.ts';
import type { ServerDeps } from './core/deps.ts';
import { longReads } from './core/long-reads.ts';
import { mayRemove } from './core/removal-guard.ts';
import { createFileUsers } from './file-users.ts';
import { deleteExpired, deleteOldRows } from './maintenance.repository.ts';
import { deleteTemporaryFiles, removeOldCopies } from './modules/backups/backup-folder.ts';
import { pruneOutbox } from './modules/mail/mail.usecases.ts';
import { carryOutDueErasures } from './modules/privacy/erasure/erasure.usecases.ts';
import { mergeTombstones } from './modules/privacy/erasure/tombstones.usecases.ts';
import { makeArtwork } from './modules/storage/artwork.usecases.ts';
import { stripStoredFiles } from './modules/storage/metadata/stored-metadata.usecases.ts';
import { sweepUnusedFiles } from './modules/storage/unused-files.usecases.ts';
import { closeInactiveTickets } from './modules/support/support.usecases.ts';
import { findTrackAddresses } from './modules/tracks/track-files.repository.ts';

/** A client that was offline longer refetches everything, which is cheaper than the changes. */
const CHANGES_KEPT_MS = 7 * DAY_MS;
const CHANGES_KEPT_ROWS = 100_000;
/** Promised in docs/privacy.md; not configurable. */
const UNCONFIRMED_NEWSLETTER_MS = 30 * DAY_MS;
const UNCONFIRMED_DELETION_MS = 60 * DAY_MS;
/** Copies of either database from before a migration: they may contain data that was deleted since. */
const UPGRADE_COPIES_MS = 30 * DAY_MS;
const TICKETS_KEPT_MS = 2 * 365 * DAY_MS;

/** Returns the number of deleted rows or files, if worth logging. */
type CleanupTask = (
  deps: ServerDeps,
  before: (ms: number) => string,
) => Promise<number | undefined>;

type CleanupTasks = Readonly<Record<string, CleanupTask>>;

/** Cleanup of expired shared data (docs/decisions/0087), run by the process with the lease. */
const SHARED_TASKS: CleanupTasks = {
  async erasures(deps) {
    await carryOutDueErasures(deps);
    // A reader may have kept erased pages in the write-ahead log.
    await truncateWriteAheadLog(deps.db);
    return undefined;
  },
  async expiredSignIns({ db, clock }) {
    await deleteExpired(db.kysely, clock.now());
    return undefined;
  },
  async leases({ db }, before) {
    await deleteExpiredLeases(db, before(DAY_MS));
    return undefined;
  },
  changes({ db }, before) {
    const limits = { olderThan: before(CHANGES_KEPT_MS), keepRows: CHANGES_KEPT_ROWS };
    return pruneChangeLog(db, limits);
  },
  plays({ db, config }, before) {
    const old = before(config.PLAY_LOG_DAYS * DAY_MS);
    return deleteOldRows(db, { table: 'user_activity', since: 'created_at', before: old });
  },
  auditEntries({ db, config }, before) {
    const old = before(config.AUDIT_LOG_DAYS * DAY_MS);
    return deleteOldRows(db, { table: 'audit_log', since: 'created_at', before: old });
  },
  async inactiveTickets(deps, before) {
    await closeInactiveTickets(deps, before(deps.config.TICKET_SILENCE_DAYS * DAY_MS));
    return undefined;
  },
  tickets({ db }, before) {
    const old = before(TICKETS_KEPT_MS);
    return deleteOldRows(db, { table: 'support_tickets', since: 'updated_at', before: old });
  },
  unconfirmedSubscribers({ db }, before) {
    const old = { since: 'created_at', before: before(UNCONFIRMED_NEWSLETTER_MS) } as const;
    return deleteOldRows(db, { table: 'newsletter_subscribers', ...old, status: 'pending' });
  },
  unconfirmedDeletions({ db }, before) {
    const old = { since: 'created_at', before: before(UNCONFIRMED_DELETION_MS) } as const;
    return deleteOldRows(db, { table: 'deletion_requests', ...old, status: 'received' });
  },
  async artwork(deps) {
    for (const address of await findTrackAddresses(longReads(deps.db, 'maintenance')))
      await makeArtwork(deps, address);
    return undefined;
  },
  async storedMetadata(deps) {
    await stripStoredFiles(deps);
    return undefined;
  },
  unusedFiles(deps) {
    return sweepUnusedFiles(deps, createFileUsers(deps));
  },
  async upgradeCopies({ db }, before) {
    return db.dialect === 'postgres' ? dropOldCopies(db.kysely, before(UPGRADE_COPIES_MS)) : 0;
  },
};

/** Cleanup of this machine's folder. */
const LOCAL_TASKS: CleanupTasks = {
  async tombstones({ db, config }) {
    // Deletes nothing; stores erasures made on other machines.
    await mergeTombstones(db, config.DATA_DIR);
    return undefined;
  },
  brokenBackups({ config }, before) {
    return deleteTemporaryFiles(config.DATA_DIR, new Date(before(DAY_MS)));
  },
  copiesBeforeUpgrades({ config }, before) {
    return removeOldCopies(config.DATA_DIR, before(UPGRADE_COPIES_MS));
  },
  brokenUploads({ store }, before) {
    return store.sweep(new Date(before(RESUMABLE_LIFE_MS)));
  },
  mails({ config }, before) {
    return pruneOutbox(config.DATA_DIR, before(config.OUTBOX_DAYS * DAY_MS));
  },
};

/** Runs all cleanup now, regardless of the last run. */
export async function maintain(deps: ServerDeps): Promise<void> {
  await runTasks(deps, { ...SHARED_TASKS, ...LOCAL_TASKS });
}

/**
 * Cleans up this machine's folder and, unless another process has just done it, the shared data. Removes nothing
 * while the clock may be wrong.
 */
export async function maintainHourly(deps: ServerDeps, uptimeMs?: () => number): Promise<void> {
  if (!(await mayRemove(deps, uptimeMs))) return;
  await runTasks(deps, LOCAL_TASKS);
  await maintainForAll(deps);
}

/** Runs once an hour over all processes and machines; false if another one does it or has just done it. */
export async function maintainForAll(deps: ServerDeps): Promise<boolean> {
  const lease = await acquireLease(deps.db, 'maintenance', { everyMs: HOUR_MS / 2 });
  if (!lease) return false;
  await runTasks(deps, SHARED_TASKS, lease.lost);
  await lease.finish();
  return true;
}

/** Runs tasks in sequence; a failed one is retried in an hour and does not block the others. */
async function runTasks(deps: ServerDeps, tasks: CleanupTasks, lost?: AbortSignal): Promise<void> {
  const { clock, logger } = deps;
  const before = (ms: number) => new Date(clock.now() - ms).toISOString();
  const removed: Record<string, number> = {};
  for (const [name, task] of Object.entries(tasks)) {
    if (lost?.aborted) break;
    try {
      const count = await task(deps, before);
      if (count) removed[name] = count;
    } catch (err) {
      logger.warn({ err, task: name }, 'maintenance did not finish; next try in an hour');
    }
  }
  if (Object.keys(removed).length > 0) logger.info(removed, 'expired data was removed');
}
