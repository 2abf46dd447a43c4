import { pruneChangeLog } from '#db/change-log.ts';
import { cutWriteAheadLog } from '#db/erasing-transaction.ts';
import { takeLease } from '#db/leases.ts';
import { dropOldCopies } from '#db/postgres/upgrade-copies.ts';
import { watchClock } from './core/clock-doubt.ts';
import type { ServerDeps } from './core/deps.ts';
import { longReads } from './core/long-reads.ts';
import { createFileUsers } from './file-users.ts';
import { deleteOld } from './maintenance.repository.ts';
import { removeOldCopies, sweepLeftovers } from './modules/backups/backup-folder.ts';
import { forgetPictures } from './modules/kiosks/kiosk-pictures.repository.ts';
import { PICTURE_MS } from './modules/kiosks/kiosk-pictures.usecases.ts';
import { pruneOutbox } from './modules/mail/mail.usecases.ts';
import { carryOutDueErasures } from './modules/privacy/erasure.usecases.ts';
import { fileTombstonesOfOthers } from './modules/privacy/tombstones.usecases.ts';
import { makeArtwork } from './modules/storage/artwork.usecases.ts';
import { sweepUnusedFiles } from './modules/storage/unused-files.usecases.ts';
import { closeSilentTickets } from './modules/support/support.usecases.ts';
import { findTrackAddresses } from './modules/tracks/track-files.repository.ts';
import { sweepAuth } from './sweep-auth.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const ASK_EVERY_MS = 5 * 60_000;
/** After the first pages are out; a machine that is switched off every night gets there too. */
const FIRST_AFTER_MS = 60_000;
/** Whoever was away for longer fetches everything again, which is then cheaper than the changes. */
const CHANGES_KEPT_MS = 7 * DAY_MS;
const CHANGES_KEPT_ROWS = 100_000;
/** What docs/privacy.md promises, and no setting changes. */
const UNCONFIRMED_NEWSLETTER_MS = 30 * DAY_MS;
const UNCONFIRMED_DELETION_MS = 60 * DAY_MS;
/** Copies from before a migration, of either engine: they hold what was to be gone by then. */
const UPGRADE_COPIES_MS = 30 * DAY_MS;
const TICKETS_KEPT_MS = 2 * 365 * DAY_MS;

/** Says how many rows or files went, where that is worth a line in the log. */
type Chore = (deps: ServerDeps, before: (ms: number) => string) => Promise<number | undefined>;

type Chores = Readonly<Record<string, Chore>>;

/**
 * Everything that goes by itself when its time has come (docs/decisions/0087): by whichever process has the
 * lease, once for all machines of the database.
 */
const SHARED: Chores = {
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
    return deleteOld(db, { table: 'user_activity', since: 'created_at', before: old });
  },
  auditLines({ db, config }, before) {
    const old = before(config.AUDIT_LOG_DAYS * DAY_MS);
    return deleteOld(db, { table: 'audit_log', since: 'created_at', before: old });
  },
  kioskPictures: ({ db }, before) => forgetPictures(db.kysely, before(PICTURE_MS)),
  async silentTickets(deps, before) {
    await closeSilentTickets(deps, before(deps.config.TICKET_SILENCE_DAYS * DAY_MS));
    return undefined;
  },
  tickets({ db }, before) {
    const old = before(TICKETS_KEPT_MS);
    return deleteOld(db, { table: 'support_tickets', since: 'updated_at', before: old });
  },
  unconfirmedSubscribers({ db }, before) {
    const old = { since: 'created_at', before: before(UNCONFIRMED_NEWSLETTER_MS) } as const;
    return deleteOld(db, { table: 'newsletter_subscribers', ...old, status: 'pending' });
  },
  unconfirmedDeletions({ db }, before) {
    const old = { since: 'created_at', before: before(UNCONFIRMED_DELETION_MS) } as const;
    return deleteOld(db, { table: 'deletion_requests', ...old, status: 'received' });
  },
  async artwork(deps) {
    for (const address of await findTrackAddresses(longReads(deps.db, 'maintenance')))
      await makeArtwork(deps, address);
    return undefined;
  },
  unusedFiles(deps) {
    return sweepUnusedFiles(deps, createFileUsers(deps));
  },
  async upgradeCopies({ db }, before) {
    return db.dialect === 'postgres' ? dropOldCopies(db.kysely, before(UPGRADE_COPIES_MS)) : 0;
  },
};

/** What is in the folder of this machine. */
const OWN: Chores = {
  async tombstones({ db, config }) {
    // Nothing goes here; it is the others' erasures that come.
    await fileTombstonesOfOthers(db, config.DATA_DIR);
    return undefined;
  },
  brokenBackups({ config }, before) {
    return sweepLeftovers(config.DATA_DIR, new Date(before(DAY_MS)));
  },
  copiesBeforeUpgrades({ config }, before) {
    return removeOldCopies(config.DATA_DIR, before(UPGRADE_COPIES_MS));
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
  const { own, shared } = createRounds(deps);
  const timers = [
    setTimeout(() => own().then(shared), FIRST_AFTER_MS),
    setInterval(own, HOUR_MS),
    // Asked more often than it is done: the one who did it may be gone.
    setInterval(shared, ASK_EVERY_MS),
  ];
  for (const timer of timers) timer.unref();
  return () => timers.forEach(clearTimeout);
}

/** What this machine sees to, and what all share, as long as the clock is believed; never rejects. */
export function createRounds(deps: ServerDeps, steady?: () => number) {
  const isClockBelieved = watchClock(deps, steady);
  const look = async (work: () => Promise<unknown>) => {
    try {
      if (await isClockBelieved()) await work();
    } catch (err) {
      deps.logger.warn({ err }, 'maintenance could not begin; next try in five minutes');
    }
  };
  return {
    own: () => look(() => runChores(deps, OWN)),
    shared: () => look(() => maintainForAll(deps)),
  };
}

/** Everything at once, whoever did it last. */
export async function maintain(deps: ServerDeps): Promise<void> {
  await runChores(deps, { ...SHARED, ...OWN });
}

/** Once an hour by one of all processes and machines; false when it is another's, or done. */
export async function maintainForAll(deps: ServerDeps): Promise<boolean> {
  try {
    const lease = await takeLease(deps.db, 'maintenance', { everyMs: HOUR_MS });
    if (!lease) return false;
    await runChores(deps, SHARED, lease.lost);
    await lease.finish();
    return true;
  } catch (err) {
    deps.logger.warn({ err }, 'maintenance could not begin; next try in five minutes');
    return false;
  }
}

/** One after the other; one that fails is tried again in an hour and holds up none of the others. */
async function runChores(deps: ServerDeps, chores: Chores, lost?: AbortSignal): Promise<void> {
  const { clock, logger } = deps;
  const before = (ms: number) => new Date(clock.now() - ms).toISOString();
  const removed: Record<string, number> = {};
  for (const [name, chore] of Object.entries(chores)) {
    if (lost?.aborted) break;
    try {
      const count = await chore(deps, before);
      if (count) removed[name] = count;
    } catch (err) {
      logger.warn({ err, chore: name }, 'maintenance did not finish; next try in an hour');
    }
  }
  if (Object.keys(removed).length > 0) logger.info(removed, 'what was too old was removed');
}
