import { sql } from 'kysely';
import { openDatabase } from '#db/open.ts';
import { databaseFile, growLibrary } from './bench-library.ts';

const PEOPLE = 100_000;
const TRACKS = 10_000;
const PLAYS = 1_000_000;

/** The id of the n-th person, in SQL and here. */
const personIn = (n: string) => `printf('%08x-0000-4000-8000-%012x', ${n}, ${n})`;
export const PERSON = `${(7).toString(16).padStart(8, '0')}-0000-4000-8000-${'7'.padStart(12, '0')}`;

const numbers = (count: number) =>
  `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})`;
/** Spread over the last year, as the database keeps it. */
const sometime = (n: string) =>
  `strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-' || (${n} * 7919 % 525600) || ' minutes')`;

const STATEMENTS = [
  `insert into users (id, email, email_confirmed_at, user_metadata, app_metadata, identity_id, created_at, updated_at)
   ${numbers(PEOPLE)} select ${personIn('n')}, 'mother' || n || '@example.org', ${sometime('n')}, '{}', '{}',
   printf('%08x-0000-4000-9000-%012x', n, n), ${sometime('n')}, ${sometime('n')} from numbers`,
  `insert into profiles (id, username) ${numbers(PEOPLE)} select ${personIn('n')}, 'Mother ' || n from numbers`,
  `insert into user_activity (user_id, content_id, action_type, created_at)
   ${numbers(PLAYS)} select ${personIn(`1 + n % ${PEOPLE}`)}, 1 + n * 31 % ${TRACKS}, 'play', ${sometime('n')} from numbers`,
  `insert into subscriptions (user_id, plan_type, status, end_date) ${numbers(PEOPLE / 2)}
   select ${personIn('n')}, 'Monthly', 'active',
   strftime('%Y-%m-%dT%H:%M:%fZ', 'now', (n % 400 - 200) || ' days') from numbers`,
  `insert into support_tickets (user_id, subject, message, status, created_at) ${numbers(20_000)}
   select ${personIn('n')}, 'Sound ' || n, 'It is quiet', case n % 3 when 0 then 'open' else 'answered' end, ${sometime('n')} from numbers`,
  `insert into notifications (title, body) ${numbers(100)} select 'News ' || n, 'A new reading' from numbers`,
  `insert into notification_reads (notification_id, user_id) ${numbers(PEOPLE)}
   select (select max(id) from notifications) - n % 20, ${personIn('n')} from numbers`,
  `insert into audit_log (actor, action, table_name, row_id, created_at) ${numbers(PEOPLE)}
   select 'service_role', 'update', 'audio_content', n % ${TRACKS}, ${sometime('n')} from numbers`,
  `insert into centre_codes (centre_name, code, plan_type, plan_length, uses_allowed, valid_until)
   ${numbers(1000)} select 'Centre ' || n, printf('C%07d', n), 'Monthly', 3, 20, '2099-12-31T23:59:59.999Z' from numbers`,
  'analyze',
];

/** 100,000 people, 10,000 tracks and 1,000,000 plays in a stopped server's embedded database. */
export async function growAdminData(dataDir: string): Promise<void> {
  await growLibrary(dataDir, TRACKS);
  const db = await openDatabase({ file: databaseFile(dataDir) });
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db.kysely);
  await db.close();
}
