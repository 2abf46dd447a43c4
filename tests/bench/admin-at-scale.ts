import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import pg from 'pg';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { startEmbeddedPostgres } from '#tests/support/databases/embedded-postgres.ts';
import { runSql } from '#tests/support/databases/run-sql.ts';
import {
  copySeededData,
  type ServerProcess,
  signInAsAdmin,
  startServerProcess,
} from '#tests/support/servers/server-process.ts';
import { growAdminData, PEOPLE, PERSON } from './admin-library.ts';
import { databaseFile } from './bench-library.ts';
import { type Bench, type Measurement, percentile } from './measure.ts';

const ROUNDS = 20;
const BUDGET_MS = 300;
const now = new Date().toISOString();
const soon = new Date(Date.now() + 14 * 24 * 60 * 60_000).toISOString();
const users = (query: string) => `${API_PATHS.auth}/admin/users?per_page=50&${query}`;
const table = (query: string) => `${API_PATHS.tables}/${query}`;

/**
 * Requests that each admin page sends; add the requests of a new page here. Tables are requested with an exact count.
 */
const REQUESTS: readonly (readonly [page: string, path: string])[] = [
  ['dashboard, 30 days', `${API_PATHS.admin}/dashboard?days=30`],
  ['dashboard, 90 days', `${API_PATHS.admin}/dashboard?days=90`],
  ['dashboard, a year', `${API_PATHS.admin}/dashboard?days=365`],
  ['users, first page', users('page=1')],
  ['users, middle page', users('page=1000')],
  ['users, last page', users('page=2000')],
  ['users, search', users('filter=mother777')],
  ['a user: by id', `${API_PATHS.auth}/admin/users/${PERSON}`],
  ['a user: profile', table(`profiles?select=*&id=eq.${PERSON}`)],
  ['a user: plan', table(`subscriptions?select=*&user_id=eq.${PERSON}`)],
  ['tickets, open', table('support_tickets?select=*&status=eq.open&order=created_at,id&limit=50')],
  [
    'tickets, all, last page',
    table('support_tickets?select=*&order=created_at.desc,id&limit=50&offset=19950'),
  ],
  ['search, nowhere', `${API_PATHS.admin}/search?text=no%20such%20words`],
  ['search, everywhere', `${API_PATHS.admin}/search?text=e`],
  ['search, a ticket', `${API_PATHS.admin}/search?text=T-777`],
  ['content, in order', table('audio_content?select=*&order=position,id&limit=50')],
  [
    'content, by title, last page',
    table('audio_content?select=*&order=title,id&limit=50&offset=9950'),
  ],
  [
    'content, search',
    table(
      'audio_content?select=*&or=(title.ilike."%25itation 77%25",description.ilike."%25itation 77%25")&order=position,id&limit=50',
    ),
  ],
  [
    'content, filtered',
    table('audio_content?select=*&enabled=eq.true&kind=eq.meditation&order=position,id&limit=50'),
  ],
  [
    'subscriptions, active',
    table(
      `subscriptions?select=*&status=eq.active&or=(end_date.is.null,end_date.gt.${now})&order=updated_at.desc,id&limit=50`,
    ),
  ],
  [
    'subscriptions, ended',
    table(
      `subscriptions?select=*&or=(status.neq.active,end_date.lte.${now})&order=updated_at.desc,id&limit=50`,
    ),
  ],
  [
    'subscriptions, expiring',
    table(
      `subscriptions?select=*&status=eq.active&end_date=gt.${now}&end_date=lte.${soon}&order=end_date,id&limit=50`,
    ),
  ],
  ['centre codes', table('centre_codes?select=*&order=id.desc&limit=50')],
  [
    'notifications',
    table(
      'notifications?select=*,notification_reads(count)&user_id=is.null&order=publish_at.desc,id.desc&limit=20',
    ),
  ],
  [
    'notifications, users in a stage',
    table(
      'profiles?select=id&preferences->>stage=eq.PREGNANCY&or=(preferences->>paused.is.null,preferences->>paused.neq.true)&limit=1',
    ),
  ],
  ['audit log', table('audit_log?select=*&order=id.desc&limit=50')],
  ['audit log, last page', table('audit_log?select=*&order=id.desc&limit=50&offset=99950')],
  ['a user: counts', `${API_PATHS.admin}/people/${PERSON}/counts`],
  [
    'privacy requests, waiting',
    table('deletion_requests?select=*&status=in.(received,confirmed)&order=created_at,id&limit=50'),
  ],
  [
    'privacy requests, all, last page',
    table('deletion_requests?select=*&order=created_at.desc,id&limit=50&offset=19950'),
  ],
  ['newsletter', table('newsletter_subscribers?select=*&order=id.desc&limit=50')],
  [
    'newsletter, confirmed',
    table('newsletter_subscribers?select=*&status=eq.confirmed&order=id.desc&limit=50'),
  ],
  [
    'newsletter, search',
    table('newsletter_subscribers?select=*&email=ilike.*mother777*&order=id.desc&limit=50'),
  ],
  [
    'newsletter, last page',
    table('newsletter_subscribers?select=*&order=id.desc&limit=50&offset=99950'),
  ],
  ['kiosks', table('kiosks?select=*&order=id')],
  ['switches', `${API_PATHS.admin}/switches`],
  ['backups', `${API_PATHS.admin}/backups`],
  ['outbox', `${API_PATHS.auth}/admin/outbox`],
];

async function measurePages(server: ServerProcess, engine: string): Promise<Measurement[]> {
  const asAdmin = await signInAsAdmin(server);
  const measurements: Measurement[] = [];
  for (const [page, path] of REQUESTS) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const sentAt = performance.now();
      const answer = await asAdmin(path, { headers: { Prefer: 'count=exact' } });
      await answer.arrayBuffer();
      times.push(performance.now() - sentAt);
      if (!answer.ok) throw new Error(`${answer.status} from ${path}`);
    }
    for (const [share, name] of [
      [0.5, 'p50'],
      [0.99, 'p99'],
    ] as const) {
      measurements.push({
        name: `admin, ${engine}: ${page}, ${name}`,
        value: percentile(times, share),
        unit: 'ms',
        budget: { atMost: BUDGET_MS },
      });
    }
  }
  return measurements;
}

const sizeOf = (engine: string, bytes: number): Measurement => ({
  name: `admin, ${engine}: the database, for each of ${PEOPLE} users`,
  value: bytes / 1024 / PEOPLE,
  unit: 'KiB',
});

/** Copies the installation to PostgreSQL with the documented migration command. */
async function measureOnPostgres(dataDir: string): Promise<Measurement[]> {
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
    const server = await startServerProcess({ dataDir, env: { DATABASE_URL: url } });
    try {
      const pages = await measurePages(server, 'PostgreSQL');
      const client = new pg.Client(url);
      await client.connect();
      const { rows } = await client.query<{ bytes: string }>(
        'select pg_database_size(current_database()) as bytes',
      );
      await client.end();
      return [...pages, sizeOf('PostgreSQL', Number(rows[0]?.bytes))];
    } finally {
      await server.stop();
    }
  } finally {
    await postgres.stop();
  }
}

/** Budget: every request of every admin page within 300 ms on the server, on both engines. */
export const adminAtScaleBench: Bench = {
  name: 'admin-at-scale',
  async run() {
    const dataDir = await copySeededData();
    await growAdminData(dataDir);
    const server = await startServerProcess({ dataDir });
    const onSqlite = await measurePages(server, 'SQLite').finally(() => server.stop());
    const { size } = statSync(databaseFile(dataDir));
    return [...onSqlite, sizeOf('SQLite', size), ...(await measureOnPostgres(dataDir))];
  },
};
