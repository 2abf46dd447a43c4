import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { backupFolder } from '#server/modules/backups/backup-folder.ts';
import { outboxFolder } from '#server/modules/mail/mail.usecases.ts';
import { writeToOutbox } from '#server/modules/mail/outbox-file.ts';
import { startEmbeddedPostgres } from '#tests/support/databases/embedded-postgres.ts';
import { runSql } from '#tests/support/databases/run-sql.ts';
import {
  copySeededData,
  fetchAdminToken,
  type ServerProcess,
  startServerProcess,
} from '#tests/support/servers/server-process.ts';
import {
  growLibrary,
  insertPeopleSql,
  numbers,
  personIdSql,
  runStatements,
  sometime,
} from './bench-library.ts';
import { load } from './load.ts';
import { type Measurements, row } from './measure.ts';

const ROUNDS = 20;
const BUDGET_MS = 300;
const PEOPLE = 100_000;
const TRACKS = 10_000;
const PLAYS = 1_000_000;
const MAILS = 1_000;
const BACKUPS = 60;

const PERSON = `${(7).toString(16).padStart(8, '0')}-0000-4000-8000-${'7'.padStart(12, '0')}`;
const now = new Date().toISOString();
const soon = new Date(Date.now() + 14 * 24 * 60 * 60_000).toISOString();

/** Requests that each admin page sends, in the admin API; add the requests of a new page here. */
const CALLS = {
  'dashboard, 30 days': 'dashboard?days=30',
  'dashboard, a year': 'dashboard?days=365',
  'search, nowhere': 'search?text=no%20such%20words',
  'search, everywhere': 'search?text=e',
  'search, a ticket': 'search?text=T-777',
  'a user: counts': `people/${PERSON}/counts`,
  switches: 'switches',
  backups: 'backups',
};
const ACCOUNTS = {
  'users, first page': 'users?per_page=50&page=1',
  'users, last page': 'users?per_page=50&page=2000',
  'users, search': 'users?per_page=50&filter=mother777',
  'a user: by id': `users/${PERSON}`,
  outbox: 'outbox',
};
/** Tables are requested with an exact count; lists with their page size. */
const TABLES = {
  'a user: profile': `profiles?id=eq.${PERSON}`,
  'a user: plan': `subscriptions?user_id=eq.${PERSON}`,
  'tickets, open': 'support_tickets?status=eq.open&order=created_at,id',
  'tickets, all, last page': 'support_tickets?order=created_at.desc,id&offset=19950',
  'content, in order': 'audio_content?order=position,id',
  'content, by title, last page': 'audio_content?order=title,id&offset=9950',
  'content, search':
    'audio_content?or=(title.ilike."%25itation 77%25",description.ilike."%25itation 77%25")&order=position,id',
  'content, filtered': 'audio_content?enabled=eq.true&kind=eq.meditation&order=position,id',
  'subscriptions, active': `subscriptions?status=eq.active&or=(end_date.is.null,end_date.gt.${now})&order=updated_at.desc,id`,
  'subscriptions, ended': `subscriptions?or=(status.neq.active,end_date.lte.${now})&order=updated_at.desc,id`,
  'subscriptions, expiring': `subscriptions?status=eq.active&end_date=gt.${now}&end_date=lte.${soon}&order=end_date,id`,
  'centre codes': 'centre_codes?order=id.desc',
  notifications:
    'notifications?select=*,notification_reads(count)&user_id=is.null&order=publish_at.desc,id.desc',
  'notifications, users in a stage':
    'profiles?preferences->>stage=eq.PREGNANCY&or=(preferences->>paused.is.null,preferences->>paused.neq.true)',
  'audit log': 'audit_log?order=id.desc',
  'audit log, last page': 'audit_log?order=id.desc&offset=99950',
  'privacy requests, waiting':
    'deletion_requests?status=in.(received,confirmed)&order=created_at,id',
  'privacy requests, all, last page': 'deletion_requests?order=created_at.desc,id&offset=19950',
  newsletter: 'newsletter_subscribers?order=id.desc',
  'newsletter, search': 'newsletter_subscribers?email=ilike.*mother777*&order=id.desc',
  'newsletter, last page': 'newsletter_subscribers?order=id.desc&offset=99950',
  kiosks: 'kiosks?order=id',
};
const under = (base: string, paths: Record<string, string>, more = '') =>
  Object.entries(paths).map(([page, path]) => [page, `${base}/${path}${more}`] as const);
const REQUESTS = [
  ...under(API_PATHS.admin, CALLS),
  ...under(`${API_PATHS.auth}/admin`, ACCOUNTS),
  ...under(API_PATHS.tables, TABLES, '&limit=50'),
];

const STATEMENTS = [
  insertPeopleSql(PEOPLE),
  `insert into profiles (id, username, preferences) ${numbers(PEOPLE)}
   select ${personIdSql('n')}, 'Mother ' || n, case n % 4 when 0 then '{}' when 1 then '{"stage":"BIRTHING"}'
   when 2 then '{"stage":"PREGNANCY"}' else '{"stage":"PREGNANCY","paused":true}' end from numbers`,
  `insert into user_activity (user_id, content_id, action_type, created_at)
   ${numbers(PLAYS)} select ${personIdSql(`1 + n % ${PEOPLE}`)}, 1 + n * 31 % ${TRACKS}, 'play', ${sometime('n')} from numbers`,
  `insert into subscriptions (user_id, plan_type, status, end_date) ${numbers(PEOPLE / 2)}
   select ${personIdSql('n')}, 'Monthly', 'active',
   strftime('%Y-%m-%dT%H:%M:%fZ', 'now', (n % 400 - 200) || ' days') from numbers`,
  `insert into support_tickets (user_id, subject, message, status, created_at) ${numbers(20_000)}
   select ${personIdSql('n')}, 'Sound ' || n, 'It is quiet', case n % 3 when 0 then 'open' else 'answered' end, ${sometime('n')} from numbers`,
  `insert into notifications (title, body) ${numbers(100)} select 'News ' || n, 'A new reading' from numbers`,
  `insert into notification_reads (notification_id, user_id) ${numbers(PEOPLE)}
   select (select max(id) from notifications) - n % 20, ${personIdSql('n')} from numbers`,
  `insert into audit_log (actor, action, table_name, row_id, created_at) ${numbers(PEOPLE)}
   select 'service_role', 'update', 'audio_content', n % ${TRACKS}, ${sometime('n')} from numbers`,
  `insert into centre_codes (centre_name, code, plan_type, plan_length, uses_allowed, valid_until)
   ${numbers(1000)} select 'Centre ' || n, printf('C%07d', n), 'Monthly', 3, 20, '2099-12-31T23:59:59.999Z' from numbers`,
  `insert into newsletter_subscribers (email, status, token_hash, created_at) ${numbers(PEOPLE)}
   select 'mother' || n || '@example.org', case n % 5 when 0 then 'pending' when 1 then 'unsubscribed' else 'confirmed' end,
   'hash' || n, ${sometime('n')} from numbers`,
  `insert into deletion_requests (user_id, email, reason, status, created_at) ${numbers(20_000)}
   select ${personIdSql('n')}, 'mother' || n || '@example.org', 'not-using',
   case n % 4 when 0 then 'received' when 1 then 'confirmed' when 2 then 'approved' else 'refused' end,
   ${sometime('n')} from numbers`,
  `insert into kiosks (is_own, token_hash, version, state, last_seen_at, settings) ${numbers(500)}
   select 0, 'hash' || n, '1.0.0', 'quiet', ${sometime('n')}, '{}' from numbers`,
  'analyze',
];

/** 100,000 people, 10,000 tracks, 1,000,000 plays, mails and backups in a stopped server's data folder. */
async function growAdminData(dataDir: string): Promise<void> {
  await growLibrary(dataDir, TRACKS);
  await runStatements(dataDir, STATEMENTS);
  for (let n = 0; n < MAILS; n += 1) {
    const to = `mother${n}@example.org`;
    const text = 'Peace be with you. '.repeat(50);
    const source = Buffer.from(`To: ${to}\nSubject: Your code\n\n${text}`);
    await writeToOutbox(outboxFolder(dataDir), {
      at: new Date(Date.now() - n * 60_000),
      to,
      source,
    });
  }
  const backups = backupFolder(dataDir);
  mkdirSync(backups, { recursive: true });
  // Only names, times and sizes are listed.
  for (let n = 0; n < BACKUPS; n += 1) writeFileSync(join(backups, `kept-${n}.sqlite`), 'kept');
}

async function* measurePages(server: ServerProcess, engine: string): Measurements {
  const Authorization = `Bearer ${await fetchAdminToken(server)}`;
  const headers = { Authorization, Prefer: 'count=exact' };
  for (const [page, path] of REQUESTS) {
    const p99 = await load({ url: server.url + path, headers, amount: ROUNDS }).then(
      ({ p99Ms }) => p99Ms,
      (error: Error) => {
        // A page that fails is over its budget; the others are still measured.
        console.log(error.message);
        return Number.NaN;
      },
    );
    yield row(`admin, ${engine}: ${page}, p99`, p99, 'ms', { atMost: BUDGET_MS });
  }
}

/** Copies the installation to PostgreSQL with the documented migration command. */
async function* measureOnPostgres(dataDir: string): Measurements {
  const postgres = await startEmbeddedPostgres();
  try {
    await runSql(postgres.url, 'CREATE DATABASE scale');
    const url = `${postgres.url}/scale`;
    const move = resolve(import.meta.dirname, '../../server/cli/move.ts');
    const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: dataDir };
    execFileSync(process.execPath, [move, url, '--go'], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await using server = await startServerProcess({ dataDir, env: { DATABASE_URL: url } });
    yield* measurePages(server, 'PostgreSQL');
  } finally {
    await postgres.stop();
  }
}

/** Budget: every request of every admin page within 300 ms on the server, on both engines. */
export async function* adminAtScale(): Measurements {
  const dataDir = await copySeededData();
  await growAdminData(dataDir);
  const server = await startServerProcess({ dataDir });
  try {
    yield* measurePages(server, 'SQLite');
  } finally {
    await server.stop();
  }
  yield* measureOnPostgres(dataDir);
}
