import { statfs } from 'node:fs/promises';
import type { WholeStates } from '#contract/calls/whole-backups.ts';
import { databaseSize } from '#db/database-size.ts';
import type { AppDatabase } from '#db/open.ts';
import type { ServerDeps } from './core/deps.ts';
import type { Metrics } from './http/metrics.ts';
import { findLastBackup } from './modules/backups/last-backup.usecases.ts';
import { findWholeStates } from './modules/backups/whole-state.repository.ts';
import { findInboxState } from './modules/inbox/inbox-state.repository.ts';
import { countByState } from './modules/recordings/recordings.repository.ts';

/** What an operator wants to know of the parts: database, mails, disk, backups, recordings. */
export function addFigures(metrics: Metrics, deps: ServerDeps): void {
  const { config, mailer } = deps;
  addDatabase(metrics, deps);
  metrics.addShared(
    { name: 'mails_waiting', help: 'Mails that wait for the mail server, of all machines.' },
    async () => (await mailer.countWaiting?.()) ?? 0,
  );
  metrics.addGauge(
    { name: 'mails_failed_total', help: 'Mails given up after the last try.', type: 'counter' },
    () => mailer.state?.().failed ?? 0,
  );
  metrics.addShared(
    { name: 'server_processes_wanted', help: 'Processes that should serve (WEB_CONCURRENCY).' },
    () => config.WEB_CONCURRENCY,
  );
  const disk = async () => statfs(config.DATA_DIR);
  metrics.addShared(
    { name: 'disk_free_bytes', help: 'Free for this program where DATA_DIR is.' },
    async () => disk().then(({ bavail, bsize }) => bavail * bsize),
  );
  metrics.addShared(
    { name: 'disk_size_bytes', help: 'Size of the disk where DATA_DIR is.' },
    async () => disk().then(({ blocks, bsize }) => blocks * bsize),
  );
  metrics.addShared(
    {
      name: 'last_backup_timestamp_seconds',
      help: 'When the newest backup of either kind was made, 0 for never; not there with PostgreSQL.',
    },
    async () => {
      if (config.DATABASE_URL !== undefined) return undefined;
      const at = await findLastBackup(deps);
      return at === null ? 0 : Date.parse(at) / 1000;
    },
  );
  addInbox(metrics, deps);
  addWholeBackups(metrics, deps);
  metrics.addShared(
    { name: 'recordings', help: 'Recordings by how far their levelling is.' },
    async () => (await countByState(deps)).map(({ state, count }) => [`state="${state}"`, count]),
  );
}

/** Of the one machine that reads it; not there where none does. */
function addInbox(metrics: Metrics, { config, db }: ServerDeps): void {
  const find = async () => (config.INBOX_URL === undefined ? null : findInboxState(db));
  metrics.addShared(
    { name: 'inbox_up', help: '1 while the mailbox of INBOX_URL can be read; not there without.' },
    async () => {
      const state = await find();
      return state === null ? undefined : Number(state.failure === null);
    },
  );
  metrics.addShared(
    { name: 'inbox_unread_mails', help: 'Unread mails in it: they belong to no ticket.' },
    async () => (await find())?.unread,
  );
}

/** Of all machines; not there where none are wanted. */
function addWholeBackups(metrics: Metrics, { config, db }: ServerDeps): void {
  const secondsOf = (last: { readonly at: string } | null) =>
    last === null ? 0 : Date.parse(last.at) / 1000;
  const add = (name: string, help: string, pick: (states: WholeStates) => number) =>
    metrics.addShared({ name, help: `${help}; not there without BACKUP_URL.` }, async () =>
      config.BACKUP_URL === undefined ? undefined : pick(await findWholeStates(db)),
    );
  add(
    'last_whole_backup_timestamp_seconds',
    'When the last whole backup was made, 0 for never',
    ({ backup }) => secondsOf(backup.last),
  );
  add(
    'last_whole_check_timestamp_seconds',
    'When a whole backup was last tried out, 0 for never',
    ({ check }) => secondsOf(check.last),
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

function addDatabase(metrics: Metrics, { config, db }: ServerDeps): void {
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
  if (config.DATABASE_REPLICA_URL !== undefined) addReplica(metrics, db);
}

/** Of the process that has most to complain of; the counters are of all. */
function addReplica(metrics: Metrics, db: AppDatabase): void {
  const state = () => db.replicaState?.();
  metrics.addGauge(
    { name: 'database_replica_used', help: '1 while the replica answers reads.', joined: 'min' },
    () => (state()?.isUsed ? 1 : 0),
  );
  metrics.addGauge(
    {
      name: 'database_replica_lag_seconds',
      help: 'For how long something has been in the database and not in the replica.',
      joined: 'max',
    },
    () => state()?.lag ?? 0,
  );
  metrics.addGauge(
    {
      name: 'database_replica_reads_total',
      help: 'Reads the replica answered.',
      type: 'counter',
    },
    () => state()?.reads ?? 0,
  );
  metrics.addGauge(
    {
      name: 'database_replica_sent_on_total',
      help: 'Reads it could not answer, which the database did.',
      type: 'counter',
    },
    () => state()?.sentOn ?? 0,
  );
}
