import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { migrateToLatest } from '#db/migrations/migrate.ts';
import { copyRowsBetween, countRows, isInUse } from '#db/move/copy-rows.ts';
import { type AppDatabase, openDatabase } from '#db/open.ts';
import { buildUser } from '#db/seeds/builders/build-person.ts';
import { buildTicket } from '#db/seeds/builders/build-service-rows.ts';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { tryLockFile } from '#db/sqlite/handle.ts';
import {
  createEmptyDatabase,
  createTestDatabase,
  insertRows,
  readRows,
  urlOf,
} from '#tests/support/databases/create-test-db.ts';
import { dumpSchema } from '#tests/support/databases/dump-schema.ts';
import { hasS3Server, S3_KEYS, startS3Server } from '#tests/support/servers/s3-server.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'cradlesong-move-'));
});

/** Runs the command as an operator would; returns both output streams. */
async function move(args: string[], environment: Record<string, string> = {}) {
  const run = promisify(execFile)(process.execPath, [resolve('server/cli/move.ts'), ...args], {
    env: { ...process.env, DATA_DIR: dataDir, ...environment },
  });
  return run.then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stdout, stderr }) => ({ code, said: `${stdout}${stderr}` }),
  );
}

const succeeded = (words: string) => ({ code: 0, said: expect.stringContaining(words) });
const refused = (words: string) => ({ code: 1, said: expect.stringContaining(words) });

/** Runs the command and kills it when its output matches `said`. */
async function killAt(said: RegExp, args: string[], environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, [resolve('server/cli/move.ts'), ...args], {
    env: { ...process.env, DATA_DIR: dataDir, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
    if (said.test(output)) child.kill('SIGKILL');
  });
  const [, signal] = await once(child, 'exit');
  return signal;
}

const [ruth, naomi] = [buildUser(1), buildUser(2)];
const ODD = 'Ruth’s “evening”\n\t\\ 😴 {"a": 1}';

async function fill(db: AppDatabase) {
  await insertRows(db, {
    users: [{ ...ruth, user_metadata: '{"b":1,  "a":null}' as never }, naomi],
    audio_content: [
      { ...buildTrack(), id: 1 },
      { ...buildTrack(), id: 7, title: ODD, loudness_lufs: -18.25, is_premium: true },
    ],
    support_tickets: [buildTicket(1), buildTicket(2)],
    favorites: [{ user_id: String(ruth.id), content_id: 7 }],
    user_activity: Array.from({ length: 1203 }, () => ({
      user_id: String(naomi.id),
      content_id: 1,
      action_type: 'play',
    })),
  });
  await db.kysely.deleteFrom('support_tickets').where('id', '=', 2).execute();
}

/** Closes connections as a stopping server does. */
async function endConnections(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'cradlesong' and datname = current_database()`);
  await client.end();
}

async function fillFile() {
  const db = await openDatabase({ file: join(dataDir, 'cradlesong.sqlite') });
  await migrateToLatest(db);
  await fill(db);
  return db;
}

/** A hosted backend with this many users, each with a profile and ten plays. */
async function fillHosted(hosted: AppDatabase, people: number) {
  const id = sql`('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid`;
  const each = sql`from generate_series(1, ${sql.lit(people)}) as n`;
  for (const statement of [
    sql`create schema auth`,
    sql`create table auth.users as select ${id} as id, 'mother' || n || '@example.org' as email,
      null as encrypted_password ${each}`,
    sql`create table auth.identities as select gen_random_uuid() as id, ${id} as user_id,
      'email' as provider, json_build_object('sub', ${id}) as identity_data ${each}`,
    sql`create table public.audio_content as select 1 as id, 'Morning' as title,
      'Begin' as description, 'PREGNANCY' as category, 60 as duration, null as audio_url`,
    sql`create table public.profiles as select ${id} as id, 'Ruth ' || n as username ${each}`,
    sql`create table public.user_activity as select ${id} as user_id, 1 as content_id,
      'play' as action_type, now() - m * interval '1 hour' as created_at
      ${each}, generate_series(1, 10) as m`,
  ]) {
    await statement.execute(hosted.kysely);
  }
}

// Each command runs in a separate process.
describe('the database', { timeout: 120_000 }, () => {
  test('moves to PostgreSQL and back without changing a row', async () => {
    const here = await createTestDatabase('sqlite');
    await fill(here);
    const there = await createTestDatabase('postgres');
    const back = await createTestDatabase('sqlite');
    const schemas = [await dumpSchema(there), await dumpSchema(back)];
    const moved = await copyRowsBetween(here, there);
    expect(moved.find(({ table }) => table === 'user_activity')?.rows).toBe(1203);
    const { rows: unplanned } = await sql`select relname from pg_class
      where relkind = 'r' and relnamespace = current_schema()::regnamespace and reltuples < 0`.execute(
      there.kysely,
    );
    expect(unplanned).toEqual([]);
    expect(await copyRowsBetween(there, back)).toEqual(expect.arrayContaining(moved));
    expect([await dumpSchema(there), await dumpSchema(back)]).toEqual(schemas);
    for (const db of [there, back]) {
      const track = await readRows(db, 'audio_content', { id: 7 });
      expect(track).toMatchObject([{ title: ODD, loudness_lufs: -18.25, is_premium: true }]);
      const plays = (of: AppDatabase) => of.kysely.selectFrom('play_days').selectAll().execute();
      expect(await plays(db)).toEqual(await plays(here));
      // New writes are valid, are logged, and get new ids.
      const before = await db.latestChangeId();
      expect(before).toBeGreaterThanOrEqual(await here.latestChangeId());
      const { id: _, ...rest } = buildTicket(3);
      const ticket = { ...rest, user_id: String(ruth.id) };
      const added = await db.kysely
        .insertInto('support_tickets')
        .values(ticket)
        .returning('id')
        .execute();
      expect(added[0]?.id).toBeGreaterThan(2);
      expect(await db.latestChangeId()).toBeGreaterThan(before);
      const found = await sql`select 1 from audio_content where title like '%evening%'`.execute(
        db.kysely,
      );
      expect(found.rows).toHaveLength(1);
    }
  });

  test('is only counted without --go, and not moved while a server runs or into a database in use', async () => {
    await (await fillFile()).close();
    const there = await createEmptyDatabase('postgres');
    const url = await urlOf(there);
    const server = tryLockFile(join(dataDir, '.server-lock'));
    const isOpen = refused('A server has this database open. Stop it');
    expect(await move([url, '--go'])).toMatchObject(isOpen);
    server?.release();
    expect(await move(['postgres://nobody@127.0.0.1:1/none', '--go'])).toMatchObject(
      refused('PostgreSQL does not answer there: connect ECONNREFUSED'),
    );
    const dry = await move([url]);
    expect(dry).toMatchObject(succeeded('user_activity: 1203 rows'));
    expect(dry.said).toContain('Nothing was changed');
    expect((await there.kysely.introspection.getTables()).map(({ name }) => name)).toEqual([]);

    const gone = await move([url, '--go']);
    expect(gone.said).toMatch(/audio_content: 2 rows, checksum [0-9a-f]{16} on both sides/);
    expect(gone.code).toBe(0);
    expect(gone.said).toContain('set DATABASE_URL');
    const emails = () =>
      there.kysely.selectFrom('users').select('email').orderBy('email').execute();
    expect(await emails()).toHaveLength(2);

    expect(await move([url, '--go'])).toMatchObject(refused('in use already'));
    expect(await move([url, '--go', '--replace'])).toMatchObject({ code: 0 });
    expect(await emails()).toHaveLength(2);

    const file = join(dataDir, 'back.sqlite');
    const goBack = () => move([pathToFileURL(file).href, '--go'], { DATABASE_URL: url });
    expect(await goBack()).toMatchObject(refused('or another command, has this database open.'));
    await endConnections(url);
    expect(await goBack()).toMatchObject(succeeded('with its -wal and -shm'));
    const returned = await openDatabase({ file });
    expect(await returned.kysely.selectFrom('users').select('email').execute()).toHaveLength(2);
    await returned.close();
  });

  test('is not moved from a dump, and the refusal names the commands to run', async () => {
    await (await fillFile()).close();
    const file = join(dataDir, 'cradlesong.sqlite');
    const before = readFileSync(file);
    expect((await move(['--from-hosted'])).said).toContain('Name the source');
    const ofDump = await move(['/srv/dump.sql.gz', '--from-hosted', '--go']);
    expect(ofDump).toMatchObject(refused('gunzip -c /srv/dump.sql.gz | psql'));
    expect(ofDump.said).toContain('Nothing was changed');
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  test('has only whole batches after a kill during an import, and the next run imports the rest once', async () => {
    await (await fillFile()).close();
    const hosted = await createEmptyDatabase('postgres');
    const more = 1_000;
    await fillHosted(hosted, more);
    const args = [await urlOf(hosted), '--from-hosted', '--go'];
    for (const said of [/^people: /m, /^profiles: /m]) {
      expect(await killAt(said, args)).toBe('SIGKILL');
    }
    const again = await move(args);
    expect(again).toMatchObject(succeeded('Not imported'));
    expect(again.said).toContain(`people: 0 moved, ${more} there already`);
    expect(again.said).not.toContain('× left');
    const db = await openDatabase({ file: join(dataDir, 'cradlesong.sqlite') });
    const { rows } = await sql`select count(*) as rows, count(distinct a.user_id) as people,
      count(distinct u.identity_id) as known from user_activity a
      join users u on u.id = a.user_id and u.email like 'mother%'`.execute(db.kysely);
    expect(rows).toEqual([{ rows: 10 * more, people: more, known: more }]);
    await db.close();
  });

  test('leaves the target unchanged when it cannot be moved completely', async () => {
    const here = await createTestDatabase('sqlite');
    await fill(here);
    // PostgreSQL does not support this character.
    await here.kysely.updateTable('support_tickets').set({ answer: 'a\0b' }).execute();
    const there = await createTestDatabase('postgres', { users: [buildUser(9)] });
    await expect(copyRowsBetween(here, there)).rejects.toThrow();
    const kept = await there.kysely.selectFrom('users').select('id').execute();
    expect(kept).toEqual([{ id: buildUser(9).id }]);
  });

  test('stays whole, and its target empty, when the move is killed; the next run completes it', async () => {
    const here = await fillFile();
    // Copying so many rows takes a second on any machine, so the kill comes in the middle.
    await sql`insert into user_activity (user_id, content_id, action_type)
      with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 30000)
      select ${naomi.id}, 1, 'play' from numbers`.execute(here.kysely);
    await here.close();
    const there = await createTestDatabase('postgres');
    const url = await urlOf(there);
    const count = async (db: AppDatabase) =>
      (await countRows(db)).find(({ table }) => table === 'user_activity')?.rows;

    expect(await killAt(/^users: 2 rows/m, [url, '--go'])).toBe('SIGKILL');
    expect(await isInUse(there)).toBe(false);
    const kept = await openDatabase({ file: join(dataDir, 'cradlesong.sqlite') });
    expect(await count(kept)).toBe(31_203);
    await kept.close();
    expect(await move([url, '--go'])).toMatchObject({ code: 0 });
    expect(await count(there)).toBe(31_203);
  });
});

test.skipIf(!hasS3Server)(
  'files move to a store and back, even after a kill; existing files are not sent again, and damaged ones are named',
  async () => {
    await (await fillFile()).close();
    const s3 = await startS3Server();
    onTestFinished(() => s3.stop());
    const folder = join(dataDir, 'storage');
    const put = (name: string, bytes: Buffer) => {
      mkdirSync(join(folder, name, '..'), { recursive: true });
      writeFileSync(join(folder, name), bytes);
      return name;
    };
    const songs = Array.from({ length: 40 }, (_, index) => {
      const song = Buffer.alloc(100_000, `song ${index}`);
      const hash = createHash('sha256').update(song).digest('hex').slice(0, 16);
      return put(`audio/song-${hash}.mp3`, song);
    });
    const named = [put('audio/by-hand.mp3', Buffer.from('by hand'))];
    named.push(put('images/artwork/512/cover.png', Buffer.from('picture')));
    const url = s3.newLocation();

    const elsewhere = url.replace('s3://cradlesong/', 's3://no-such-bucket/');
    expect((await move([elsewhere, '--go'], S3_KEYS)).said).toMatch(
      /reached at the moment.*\(.*bucket/,
    );
    const dry = await move([url], S3_KEYS);
    expect(dry).toMatchObject(succeeded('42 files (4000014 bytes)'));
    expect(await killAt(/(?:^.*mp3$\n){5}/m, [url, '--go'], S3_KEYS)).toBe('SIGKILL');
    put('audio/damaged-0123456789abcdef.mp3', Buffer.from('not what it says'));
    const again = await move([url, '--go'], S3_KEYS);
    const existing = Number(/(\d+) are there already/.exec(again.said)?.[1]);
    expect(existing).toBeGreaterThanOrEqual(4);
    expect(again.said).toContain(`${42 - existing} files`);
    expect(again.said).toContain('skipped: audio/damaged-0123456789abcdef.mp3: its content');
    expect(again.code).toBe(1);

    const other = join(dataDir, 'other');
    const place = pathToFileURL(`${other}/`).href;
    const back = await move([place, '--go'], { ...S3_KEYS, STORAGE_URL: url });
    expect(back).toMatchObject({ code: 0 });
    for (const name of [...songs, ...named]) {
      expect(readFileSync(join(other, name)).equals(readFileSync(join(folder, name)))).toBe(true);
    }
  },
  120_000,
);
