import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import { z } from 'zod';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { openDatabase } from '#db/open.ts';
import { startProcess } from '#tests/support/servers/child-process.ts';
import {
  copySeededData,
  type ServerProcess,
  startServerProcess,
} from '#tests/support/servers/server-process.ts';

/** The embedded database of a stopped server's data folder. */
const databaseFile = (dataDir: string) => join(dataDir, 'cradlesong.sqlite');

/** The id of the n-th person, in SQL. */
export const personIdSql = (n: string) => `printf('%08x-0000-4000-8000-%012x', ${n}, ${n})`;

/** SQL for the rows `numbers(n)` from 1 to the count, for an `insert … select`. */
export const numbers = (count: number) =>
  `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})`;

/** SQL for a timestamp within the last year, in the stored format. */
export const sometime = (n: string) =>
  `strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-' || (${n} * 7919 % 525600) || ' minutes')`;

/** SQL that inserts this many people. */
export const insertPeopleSql = (count: number) =>
  `insert into users (id, email, email_confirmed_at, user_metadata, app_metadata, identity_id, created_at, updated_at)
   ${numbers(count)} select ${personIdSql('n')}, 'mother' || n || '@example.org', ${sometime('n')}, '{}', '{}',
   printf('%08x-0000-4000-9000-%012x', n, n), ${sometime('n')}, ${sometime('n')} from numbers`;

/** Runs SQL statements in order on a stopped server's database. */
export async function runStatements(dataDir: string, statements: readonly string[]): Promise<void> {
  const db = await openDatabase({ file: databaseFile(dataDir) });
  for (const statement of statements) await sql.raw(statement).execute(db.kysely);
  await db.close();
}

/** Bare node:http with the database of this folder and one recording. */
export const startBaseline = (dataDir: string, audioFile: string) =>
  startProcess(process.execPath, [
    resolve(import.meta.dirname, 'baseline.process.ts'),
    databaseFile(dataDir),
    audioFile,
  ]);

const trackSchema = z.object({
  id: z.number(),
  title: z.string(),
  audio_url: z.string(),
  duration: z.number(),
});

/** The first track of the library in this order, such as `id` or `duration.desc`. */
export async function findTrack(server: string, order: string) {
  const answer = await fetch(
    `${server}${API_PATHS.tables}/audio_content?select=id,title,audio_url,duration&enabled=eq.true&order=${order}&limit=1`,
  );
  return z.tuple([trackSchema]).parse(await answer.json())[0];
}

/** A server whose library has this many tracks. */
export async function startWithTracks(tracks: number): Promise<ServerProcess> {
  const dataDir = await copySeededData();
  await growLibrary(dataDir, tracks);
  return startServerProcess({ dataDir });
}

/** Fills the library up to this many tracks. */
export const growLibrary = (dataDir: string, tracks: number): Promise<void> =>
  runStatements(dataDir, [
    `insert into audio_content (title, description, category, duration, audio_url, enabled, position)
     ${numbers(tracks)} select 'Meditation ' || n, 'A quiet reading for the end of the day.', 'PREGNANCY', 600,
     '/storage/v1/object/public/audio/still-waters-00000000.mp3', 1, n from numbers
     where n > (select count(*) from audio_content)`,
  ]);
