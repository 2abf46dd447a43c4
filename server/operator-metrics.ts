import { statfs } from 'node:fs/promises';
import { databaseSize } from '#db/database-size.ts';
import { findInstalledAt } from '#db/installed-at.ts';
import type { ServerDeps } from './core/deps.ts';
import type { Metrics } from './core/telemetry/metrics.ts';
import { findFullBackupStates } from './modules/backups/backups.repository.ts';
import { findLastBackup } from './modules/backups/last-backup.usecases.ts';
import { findInboxState } from './modules/inbox/inbox-state.repository.ts';
import { countByState } from './modules/recordings/recordings.repository.ts';

type Read = Parameters<Metrics['addShared']>[1];

const secondsOf = (at: string | null | undefined) => (at ? Date.parse(at) / 1000 : 0);

/** Adds metrics of database, mails, disk, backups and recordings. */
export function addOperatorMetrics(metrics: Metrics, deps: ServerDeps): void {
  const { config, db, mailer } = deps;
  const shared = (name: string, help: string, read: Read) =>
    metrics.addShared({ name, help }, read);

  addDatabase(metrics, deps);
  addFullBackups(shared, deps);
  shared(
    'mails_waiting',
    'Mails that wait for the mail server, of all machines.',
    async () => (await mailer.countWaiting?.()) ?? 0,
  );
  metrics.addCounter(
    { name: 'mails_failed_total', help: 'Mails given up after the last try.' },
    () => mailer.state?.().failed ?? 0,
  );
  shared(
    'server_processes_wanted',
    'Processes that should serve (WEB_CONCURRENCY).',
    () => config.WEB_CONCURRENCY,
  );
  shared('disk_free_bytes', 'Free for this program where DATA_DIR is.', async () => {
    const { bavail, bsize } = await statfs(config.DATA_DIR);
    return bavail * bsize;
  });
  shared('disk_size_bytes', 'Size of the disk where DATA_DIR is.', async () => {
    const { blocks, bsize } = await statfs(config.DATA_DIR);
    return blocks * bsize;
  });
  shared(
    'last_backup_timestamp_seconds',
    'When the newest backup of either kind was made, 0 for never; not there with PostgreSQL.',
    async () =>
      config.DATABASE_URL === undefined ? secondsOf(await findLastBackup(deps)) : undefined,
  );
  shared('installed_timestamp_seconds', 'When the database was made.', async () =>
    secondsOf(await findInstalledAt(db)),
  );
  // Only from the machine that reads the mailbox.
  const findInbox = async () => (config.INBOX_URL === undefined ? null : findInboxState(db));
  shared(
    'inbox_up',
    '1 while the mailbox of INBOX_URL can be read; not there without.',
    async () => {
      const state = await findInbox();
      return state === null ? undefined : Number(state.failure === null);
    },
  );
  shared(
    'inbox_unread_mails',
    'Unread mails in it: they belong to no ticket.',
    async () => (await findInbox())?.unread,
  );
  metrics.addShared(
    { name: 'recordings', help: 'Recordings by how far their levelling is.', label: 'state' },
    async () => (await countByState(deps)).map(({ state, count }) => [state, count]),
  );
}

/** Over all machines; omitted if full backups are off. */
function addFullBackups(
  shared: (name: string, help: string, read: Read) => void,
  { config, db }: ServerDeps,
): void {
  type States = Awaited<ReturnType<typeof findFullBackupStates>>;
  const add = (name: string, help: string, pick: (states: States) => number) =>
    shared(name, `${help}; not there without BACKUP_URL.`, async () =>
      config.BACKUP_URL === undefined ? undefined : pick(await findFullBackupStates(db)),
    );
  add(
    'last_whole_backup_timestamp_seconds',
    'When the last full backup was made, 0 for never',
    ({ backup }) => secondsOf(backup.last?.at),
  );
  add(
    'last_whole_check_timestamp_seconds',
    'When a full backup was last tried out, 0 for never',
    ({ check }) => secondsOf(check.last?.at),
  );
  add(
    'last_whole_check_failed',
    '1 while the last try to check one did not come to its end',
    ({ check }) => (check.failed ? 1 : 0),
  );
  add(
    'last_whole_check_problems',
    'Files the last check found missing or damaged',
    ({ check }) => check.last?.problems ?? 0,
  );
}

function addDatabase(metrics: Metrics, { db }: ServerDeps): void {
  const probe = async () => {
    const startedAt = performance.now();
    await db.latestChangeId();
    return (performance.now() - startedAt) / 1000;
  };
  metrics.addShared({ name: 'database_up', help: '1 when the database answers.' }, async () =>
    probe().then(
      () => 1,
      () => 0,
    ),
  );
  metrics.addShared(
    { name: 'database_answer_seconds', help: 'How long the database takes for a small question.' },
    probe,
  );
  metrics.addShared({ name: 'database_size_bytes', help: 'What the database takes.' }, () =>
    databaseSize(db),
  );
  const pool = (name: string, help: string, pick: 'open' | 'idle' | 'waiting') =>
    metrics.addGauge({ name: `database_pool_${name}`, help }, () => db.poolState?.()[pick] ?? 0);
  pool('connections', 'Open connections of the pool (PostgreSQL).', 'open');
  pool('idle', 'Of these, how many nobody uses.', 'idle');
  pool('waiting', 'Questions that wait for a connection.', 'waiting');
}
