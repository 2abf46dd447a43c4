import { statfs } from 'node:fs/promises';
import { databaseSize } from '#db/database-size.ts';
import { findInstalledAt } from '#db/installed-at.ts';
import type { ServerDeps } from './core/deps.ts';
import type { Metrics } from './core/telemetry/metrics.ts';
import { findFullBackupStates } from './modules/backups/backups.repository.ts';
import { findLastBackup } from './modules/backups/last-backup.usecases.ts';
import { countByState } from './modules/recordings/recordings.repository.ts';
import { findInboxState } from './modules/support/inbox/inbox-state.repository.ts';

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
    'Queued mails of all machines.',
    async () => (await mailer.countWaiting?.()) ?? 0,
  );
  metrics.addCounter(
    { name: 'mails_failed_total', help: 'Mails that could not be sent in any attempt.' },
    () => mailer.countFailed?.() ?? 0,
  );
  shared(
    'server_processes_wanted',
    'Configured number of server processes (WEB_CONCURRENCY).',
    () => config.WEB_CONCURRENCY,
  );
  shared('disk_free_bytes', 'Space on the disk of DATA_DIR that the server can use.', async () => {
    const { bavail, bsize } = await statfs(config.DATA_DIR);
    return bavail * bsize;
  });
  shared('disk_size_bytes', 'Size of the disk of DATA_DIR.', async () => {
    const { blocks, bsize } = await statfs(config.DATA_DIR);
    return blocks * bsize;
  });
  shared(
    'last_backup_timestamp_seconds',
    'Time of the latest backup of either kind, 0 for never; absent with PostgreSQL.',
    async () =>
      config.DATABASE_URL === undefined ? secondsOf(await findLastBackup(deps)) : undefined,
  );
  shared('installed_timestamp_seconds', 'Time at which the database was created.', async () =>
    secondsOf(await findInstalledAt(db)),
  );
  const findInbox = async () => (config.INBOX_URL === undefined ? null : findInboxState(db));
  shared(
    'inbox_up',
    '1 while the mailbox of INBOX_URL can be read, else 0; absent without INBOX_URL.',
    async () => {
      const state = await findInbox();
      return state === null ? undefined : Number(state.failure === null);
    },
  );
  shared(
    'inbox_unread_mails',
    'Unread mails in the mailbox that belong to no ticket.',
    async () => (await findInbox())?.unread,
  );
  metrics.addShared(
    {
      name: 'recordings',
      help: 'Recordings by state of their loudness levelling.',
      label: 'state',
    },
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
    shared(name, `${help}; absent without BACKUP_URL.`, async () =>
      config.BACKUP_URL === undefined ? undefined : pick(await findFullBackupStates(db)),
    );
  add(
    'last_whole_backup_timestamp_seconds',
    'Time of the latest full backup, 0 for never',
    ({ backup }) => secondsOf(backup.last?.at),
  );
  add(
    'last_whole_check_timestamp_seconds',
    'Time of the latest completed check of a full backup, 0 for never',
    ({ check }) => secondsOf(check.last?.at),
  );
  add(
    'last_whole_check_failed',
    '1 if the latest check of a full backup did not complete',
    ({ check }) => (check.failed ? 1 : 0),
  );
  add(
    'last_whole_check_problems',
    'Missing or damaged files found by the latest check',
    ({ check }) => check.last?.problems ?? 0,
  );
}

function addDatabase(metrics: Metrics, { db }: ServerDeps): void {
  const probe = async () => {
    const startedAt = performance.now();
    await db.latestChangeId();
    return (performance.now() - startedAt) / 1000;
  };
  metrics.addShared({ name: 'database_up', help: '1 if the database answers, else 0.' }, async () =>
    probe().then(
      () => 1,
      () => 0,
    ),
  );
  metrics.addShared(
    { name: 'database_answer_seconds', help: 'Response time of the database to a small query.' },
    probe,
  );
  metrics.addShared({ name: 'database_size_bytes', help: 'Size of the database.' }, () =>
    databaseSize(db),
  );
  const pool = (name: string, help: string, pick: 'open' | 'idle' | 'waiting') =>
    metrics.addGauge({ name: `database_pool_${name}`, help }, () => db.poolState?.()[pick] ?? 0);
  pool('connections', 'Open connections of the pool (PostgreSQL only).', 'open');
  pool('idle', 'Idle connections of the pool.', 'idle');
  pool('waiting', 'Queries that wait for a connection.', 'waiting');
}
