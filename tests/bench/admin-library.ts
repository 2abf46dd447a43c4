import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { backupFolder } from '#server/modules/backups/backup-folder.ts';
import { outboxFolder } from '#server/modules/mail/mail.usecases.ts';
import { writeToOutbox } from '#server/modules/mail/outbox-file.ts';
import {
  growLibrary,
  insertPeopleSql,
  numbers,
  personIdSql,
  runStatements,
  sometime,
} from './bench-library.ts';

export const PEOPLE = 100_000;
const TRACKS = 10_000;
const PLAYS = 1_000_000;
const KIOSKS = 500;
const MAILS = 1_000;
const BACKUPS = 60;

export const PERSON = `${(7).toString(16).padStart(8, '0')}-0000-4000-8000-${'7'.padStart(12, '0')}`;

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
  `insert into kiosks (is_own, token_hash, version, state, last_seen_at, settings) ${numbers(KIOSKS)}
   select 0, 'hash' || n, '1.0.0', 'quiet', ${sometime('n')}, '{}' from numbers`,
  'analyze',
];

/** 100,000 people, 10,000 tracks and 1,000,000 plays in a stopped server's embedded database. */
export async function growAdminData(dataDir: string): Promise<void> {
  await growLibrary(dataDir, TRACKS);
  await runStatements(dataDir, STATEMENTS);
  await writeMails(dataDir);
  writeBackups(dataDir);
}

async function writeMails(dataDir: string) {
  const folder = outboxFolder(dataDir);
  for (let n = 0; n < MAILS; n += 1) {
    const to = `mother${n}@example.org`;
    const source = Buffer.from(
      `To: ${to}\nSubject: Your code\n\n${'Peace be with you. '.repeat(50)}`,
    );
    await writeToOutbox(folder, { at: new Date(Date.now() - n * 60_000), to, source });
  }
}

/** Only the names, times and sizes are listed, so the content does not matter. */
function writeBackups(dataDir: string) {
  const folder = backupFolder(dataDir);
  mkdirSync(folder, { recursive: true });
  for (let n = 0; n < BACKUPS; n += 1) writeFileSync(join(folder, `kept-${n}.sqlite`), 'kept');
}
