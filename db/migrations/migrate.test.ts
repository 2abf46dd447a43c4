import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createTestDatabase,
  ENGINES,
  insertRows,
  urlOf,
} from '#tests/support/databases/create-test-db.ts';
import { dumpSchema } from '#tests/support/databases/dump-schema.ts';
import { toJson } from '../codecs.ts';
import { type AppDatabase, openDatabase } from '../open.ts';
import { buildUser } from '../seeds/builders/build-person.ts';
import { buildTrack } from '../seeds/builders/build-track.ts';
import type { EngineMigration } from './engine-migration.ts';
import { MigrationFailedError, migrateToLatest, NewerDatabaseError } from './migrate.ts';
import { MIGRATIONS } from './registry.ts';

/** A migration with these statements, which throws this error at its end. */
const migration = (statements: readonly string[], error?: string): EngineMigration => ({
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
    if (error !== undefined) throw new Error(error);
  },
  down: async () => undefined,
});
const addColumn = migration(['alter table settings add column note text']);
const failHalfWay = migration(['delete from settings'], 'no such luck');

describe.each(ENGINES)('migrating on %s', (engine) => {
  let db: AppDatabase;
  beforeEach(async () => {
    db = await createTestDatabase(engine);
    await insertRows(db, { settings: [{ key: 'a', value: toJson(1) }] });
  });

  test('rolls back all steps when one fails, and names it', async () => {
    const before = await dumpSchema(db);
    const migrations = { ...MIGRATIONS, '9000-add-column': addColumn, '9001-fail': failHalfWay };
    const failing = migrateToLatest(db, { migrations });
    await expect(failing).rejects.toThrow(MigrationFailedError);
    await expect(failing).rejects.toThrow(/9001-fail failed: no such luck\. Nothing was changed\./);
    expect(await dumpSchema(db)).toBe(before);
    expect(await db.kysely.selectFrom('settings').select('key').execute()).toHaveLength(1);
  });

  test('refuses a database from a newer version and suggests a fix', async () => {
    await migrateToLatest(db, { migrations: { ...MIGRATIONS, '9000-add-column': addColumn } });
    const refused = migrateToLatest(db);
    await expect(refused).rejects.toThrow(NewerDatabaseError);
    await expect(refused).rejects.toThrow(/9000-add-column.*Start the newer version again/);
  });
});

describe('migrating a file', () => {
  let folder: string;
  let file: string;
  let db: AppDatabase;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cradlesong-migrate-'));
    file = join(folder, 'data', 'cradlesong.sqlite');
    db = await openDatabase({ file });
    await migrateToLatest(db);
    await insertRows(db, {
      users: [buildUser()],
      audio_content: [buildTrack()],
      favorites: [{ user_id: buildUser().id, content_id: 1 }],
    });
  });
  afterEach(() => db.close());

  const backups = () => readdirSync(join(folder, 'data', 'backups'));
  const backupNamed = (part: string) =>
    join(folder, 'data', 'backups', backups().find((name) => name.includes(part)) ?? '');
  const favorites = () => db.kysely.selectFrom('favorites').select('content_id').execute();

  test('copies the file first, but not a fresh database, nor one without new migrations', async () => {
    await migrateToLatest(db);
    expect(existsSync(join(folder, 'data', 'backups'))).toBe(false);
    await migrateToLatest(db, { migrations: { ...MIGRATIONS, '9000-add-column': addColumn } });
    expect(backups()).toEqual([expect.stringMatching(/^cradlesong-.*-before-migration\.sqlite$/)]);
    const copy = await openDatabase({ file: backupNamed('migration') });
    expect(await copy.kysely.selectFrom('favorites').selectAll().execute()).toHaveLength(1);
    await copy.close();
  });

  test('restores the copy even when the failed step had already committed, and keeps the failed file', async () => {
    const before = await dumpSchema(db);
    const commitAndFail = migration(['drop table favorites', 'commit'], 'power cut');
    const failing = migrateToLatest(db, {
      migrations: { ...MIGRATIONS, '9000-fail': commitAndFail },
    });
    await expect(failing).rejects.toThrow(
      /9000-fail failed: power cut\. The database was restored\. The failed state is in .*-failed\.sqlite/,
    );
    expect(await dumpSchema(db)).toBe(before);
    expect(await favorites()).toHaveLength(1);
    expect(backups()).toHaveLength(2);
    const failed = await openDatabase({ file: backupNamed('failed') });
    await expect(failed.kysely.selectFrom('favorites').selectAll().execute()).rejects.toThrow(
      'no such table',
    );
    await failed.close();
  });

  test('rebuilds a table without losing rows that refer to it, and allows no dangling reference', async () => {
    const rebuild = migration([
      'create table kept as select * from audio_content',
      'delete from audio_content',
      'insert into audio_content select * from kept',
      'drop table kept',
    ]);
    const orphan = migration(['delete from audio_content']);
    await migrateToLatest(db, { migrations: { ...MIGRATIONS, '9000-rebuild': rebuild } });
    expect(await favorites()).toHaveLength(1);
    const failing = migrateToLatest(db, {
      migrations: { ...MIGRATIONS, '9000-rebuild': rebuild, '9001-orphan': orphan },
    });
    await expect(failing).rejects.toThrow(/favorites refer to missing rows/);
    expect(await db.kysely.selectFrom('audio_content').select('id').execute()).toHaveLength(1);
    await expect(
      insertRows(db, { favorites: [{ user_id: buildUser().id, content_id: 9 }] }),
    ).rejects.toThrow('FOREIGN KEY');
  });
});

test('several processes may start simultaneously on one new file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cradlesong-migrate-'));
  const file = join(folder, 'cradlesong.sqlite');
  const script = `
    import { openDatabase } from '#db/open.ts';
    import { migrateToLatest } from '#db/migrations/migrate.ts';
    const db = await openDatabase({ file: ${JSON.stringify(file)} });
    console.log((await migrateToLatest(db)).length);
    await db.close();`;
  const start = () =>
    promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: join(import.meta.dirname, '../..'),
    });
  const counts = (await Promise.all([start(), start(), start(), start()])).map(({ stdout }) =>
    Number(stdout),
  );
  expect(counts.sort()).toEqual([0, 0, 0, Object.keys(MIGRATIONS).length]);
});

/** An upgrade in a separate process that pauses at one of its steps, where the test kills it. */
async function upgradeAndDie(open: object, moment: string): Promise<void> {
  const script = `
    import { sql } from 'kysely';
    import { openDatabase } from '#db/open.ts';
    import { migrateToLatest } from '#db/migrations/migrate.ts';
    import { MIGRATIONS } from '#db/migrations/registry.ts';
    const reach = (moment) => {
      if (moment !== ${JSON.stringify(moment)}) return;
      console.log(moment);
      return new Promise((resolve) => setTimeout(resolve, 60_000));
    };
    const half = { down() {}, async up(db) {
      await sql\`alter table settings add column note text\`.execute(db);
      await sql\`delete from settings\`.execute(db);
      await reach('half');
    } };
    const second = { down() {}, up: () => reach('second') };
    await migrateToLatest(await openDatabase(${JSON.stringify(open)}), {
      migrations: { ...MIGRATIONS, '9000-half': half, '9001-second': second },
    });`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
}

test.each([
  ['sqlite', 'half'],
  ['postgres', 'second'],
] as const)(
  'an upgrade on %s that is killed (%s) leaves no trace, and runs at the next start',
  async (engine, moment) => {
    const folder = mkdtempSync(join(tmpdir(), 'cradlesong-migrate-'));
    const file = join(folder, 'cradlesong.sqlite');
    const first =
      engine === 'sqlite' ? await openDatabase({ file }) : await createTestDatabase('postgres');
    await migrateToLatest(first);
    await insertRows(first, { settings: [{ key: 'a', value: toJson(1) }] });
    const before = await dumpSchema(first);
    const open = engine === 'sqlite' ? { file } : { url: await urlOf(first) };
    if (engine === 'sqlite') await first.close();

    await upgradeAndDie(open, moment);
    const again = await openDatabase(open);
    expect(await dumpSchema(again)).toBe(before);
    expect(await again.kysely.selectFrom('settings').select('key').execute()).toEqual([
      { key: 'a' },
    ]);
    const applied = await migrateToLatest(again, {
      migrations: { ...MIGRATIONS, '9000-add-column': addColumn },
    });
    expect(applied).toEqual(['9000-add-column']);
    await again.close();
  },
  30_000,
);
