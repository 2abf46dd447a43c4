import { sql } from 'kysely';
import { pruneChangeLog } from '#db/change-log.ts';
import { deleteInBatches } from '#db/delete-in-batches.ts';
import { cutWriteAheadLog } from '#db/erasing-transaction.ts';
import type { ServerDeps } from './core/deps.ts';
import { longReads } from './core/long-reads.ts';
import { createFileUsers } from './file-users.ts';
import { sweepLeftovers } from './modules/backups/backup-folder.ts';
import { pruneOutbox } from './modules/mail/mail.usecases.ts';
import { carryOutDueErasures } from './modules/privacy/erasure.usecases.ts';
import { makeArtwork } from './modules/storage/artwork.usecases.ts';
import { sweepUnusedFiles } from './modules/storage/unused-files.usecases.ts';
import { findTrackAddresses } from './modules/tracks/track-files.repository.ts';
import { sweepAuth } from './sweep-auth.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** After the first pages are out; a machine that is switched off every night gets there too. */
const FIRST_AFTER_MS = 60_000;
/** Whoever was away for longer fetches everything again, which is then cheaper than the changes. */
const CHANGES_KEPT_MS = 7 * DAY_MS;
const CHANGES_KEPT_ROWS = 100_000;
/** What docs/privacy.md promises, and no setting changes. */
const UNCONFIRMED_NEWSLETTER_MS = 30 * DAY_MS;
const UNCONFIRMED_DELETION_MS = 60 * DAY_MS;
const TICKETS_KEPT_MS = 2 * 365 * DAY_MS;

/** Says how many rows or files went, where that is worth a line in the log. */
type Chore = (deps: ServerDeps, before: (ms: number) => string) => Promise<number | undefined>;

/** Everything that goes by itself when its time has come (docs/decisions/0087). */
const CHORES: Readonly<Record<string, Chore>> = {
  async erasures(deps) {
    await carryOutDueErasures(deps);
    // An erasure that a reader kept from doing so has left its pages in the log.
    await cutWriteAheadLog(deps.db);
    return undefined;
  },
  async signInLeftovers(deps) {
    await sweepAuth(deps);
    return undefined;
  },
  changes({ db }, before) {
    const limits = { olderThan: before(CHANGES_KEPT_MS), keepRows: CHANGES_KEPT_ROWS };
    return pruneChangeLog(db, limits);
  },
  plays({ db, config }, before) {
    const old = before(config.PLAY_LOG_DAYS * DAY_MS);
    return deleteInBatches(db, 'user_activity', sql`where created_at < ${old}`);
  },
  auditLines({ db, config }, before) {
    const old = before(config.AUDIT_LOG_DAYS * DAY_MS);
    return deleteInBatches(db, 'audit_log', sql`where created_at < ${old}`);
  },
  tickets({ db }, before) {
    const old = before(TICKETS_KEPT_MS);
    return deleteInBatches(db, 'support_tickets', sql`where updated_at < ${old}`);
  },
  unconfirmedSubscribers({ db }, before) {
    const old = before(UNCONFIRMED_NEWSLETTER_MS);
    const which = sql`where status = 'pending' and created_at < ${old}`;
    return deleteInBatches(db, 'newsletter_subscribers', which);
  },
  unconfirmedDeletions({ db }, before) {
    const old = before(UNCONFIRMED_DELETION_MS);
    const which = sql`where status = 'received' and created_at < ${old}`;
    return deleteInBatches(db, 'deletion_requests', which);
  },
  async artwork(deps) {
    for (const address of await findTrackAddresses(longReads(deps.db, 'maintenance')))
      await makeArtwork(deps, address);
    return undefined;
  },
  unusedFiles(deps) {
    return sweepUnusedFiles(deps, createFileUsers(deps));
  },
  brokenBackups({ config }, before) {
    return sweepLeftovers(config.DATA_DIR, new Date(before(DAY_MS)));
  },
  brokenUploads({ store }, before) {
    return store.sweep(new Date(before(DAY_MS)));
  },
  mails({ config }, before) {
    return pruneOutbox(config.DATA_DIR, new Date(before(config.OUTBOX_DAYS * DAY_MS)));
  },
};

/** What nobody asks for and somebody has to do: a minute after the start, then once an hour. */
export function startMaintenance(deps: ServerDeps): () => void {
  const run = () => void maintain(deps);
  const timers = [setTimeout(run, FIRST_AFTER_MS), setInterval(run, HOUR_MS)];
  for (const timer of timers) timer.unref();
  return () => timers.forEach(clearTimeout);
}

/** One after the other; one that fails is tried again in an hour and holds up none of the others. */
export async function maintain(deps: ServerDeps): Promise<void> {
  const { clock, logger } = deps;
  const before = (ms: number) => new Date(clock.now() - ms).toISOString();
  const removed: Record<string, number> = {};
  for (const [name, chore] of Object.entries(CHORES)) {
    try {
      const count = await chore(deps, before);
      if (count) removed[name] = count;
    } catch (err) {
      logger.warn({ err, chore: name }, 'maintenance did not finish; next try in an hour');
    }
  }
  if (Object.keys(removed).length > 0) logger.info(removed, 'what was too old was removed');
}
