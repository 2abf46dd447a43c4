import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { findOldestChangeId } from './change-log.ts';
import { toJson } from './codecs.ts';
import { migrateToLatest, NewerDatabaseError } from './migrations/migrate.ts';
import { MIGRATIONS } from './migrations/registry.ts';
import { type AppDatabase, openDatabase } from './open.ts';
import { restoreDatabase } from './restore.ts';

let folder: string;
let db: AppDatabase;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cradlesong-restore-'));
  db = await openDatabase({ file: join(folder, 'live.sqlite') });
  await migrateToLatest(db);
});
afterEach(() => db.close());

const path = (name: string) => join(folder, name);
const put = (key: string) =>
  db.kysely
    .insertInto('settings')
    .values({ key, value: toJson(1) })
    .execute();
const restore = (backup = path('backup.sqlite')) =>
  restoreDatabase({
    backup,
    file: db.location,
    keepPresentIn: path('before.sqlite'),
    prepare: async () => undefined,
  });
const keysOf = async (from: AppDatabase) =>
  (await from.kysely.selectFrom('settings').select('key').orderBy('key').execute()).map(
    ({ key }) => key,
  );

test('a running server continues with the backup’s data, and erasures since then still apply', async () => {
  await put('kept');
  await db.copyTo?.(path('backup.sqlite'));
  await put('lost');
  await db.kysely.insertInto('tombstones').values({ kind: 'user', subject_hash: 'abc' }).execute();
  const heard: number[] = [];
  db.onChange((id) => heard.push(id));
  const before = await db.latestChangeId();

  await restore();

  expect(await keysOf(db)).toEqual(['kept']);
  expect(await db.kysely.selectFrom('tombstones').select('subject_hash').execute()).toEqual([
    { subject_hash: 'abc' },
  ]);
  await vi.waitFor(() => expect(heard).toEqual([before + 1]));
  // No client may resume: all known event ids are below the start of the log.
  expect(await findOldestChangeId(db)).toBe(before + 2);
  await put('new');
  expect(await findOldestChangeId(db)).toBe(before + 2);

  const present = await openDatabase({ file: path('before.sqlite') });
  expect(await keysOf(present)).toEqual(['kept', 'lost']);
  await present.close();
});

test('a file that is not a backup of this program replaces nothing', async () => {
  await put('kept');
  writeFileSync(path('notes.txt'), 'not a database, and long enough to be looked at as one');
  const other = await openDatabase({ file: path('other.sqlite') });
  await other.close();
  await expect(restore(path('notes.txt'))).rejects.toThrow('is damaged, or not a backup');
  await expect(restore(path('other.sqlite'))).rejects.toThrow('is damaged, or not a backup');
  await expect(restore(path('nowhere.sqlite'))).rejects.toThrow('There is no backup');
  expect(await keysOf(db)).toEqual(['kept']);
});

describe('a backup that was tampered with', () => {
  const PLANTED = {
    'a trigger': `create trigger planted after update on admin_credentials begin
      insert into settings (key, value) values ('announcement', '"' || new.password_hash || '"'); end`,
    'a trigger that a migration would set off': `create trigger planted after insert on kysely_migration
      begin delete from settings; end`,
    'a trigger that replaces one of this program': `drop trigger settings_log_insert; create trigger settings_log_insert
      after insert on settings begin delete from users; end`,
    'a view over a table': 'create view planted as select password_hash from admin_credentials',
    'a view in the place of a table': `alter table audit_log rename to audit_log_kept;
      create view audit_log as select * from audit_log_kept`,
    'a table': 'create table planted (secret text)',
  };
  test.each(Object.entries(PLANTED))('replaces nothing if %s was added', async (_, planted) => {
    await put('kept');
    await db.copyTo?.(path('backup.sqlite'));
    const tampered = new SQLite(path('backup.sqlite'));
    tampered.exec(planted);
    tampered.close();
    await expect(restore()).rejects.toThrow('this program does not create');
    await put('later');
    expect(await keysOf(db)).toEqual(['kept', 'later']);
    expect(readdirSync(folder).filter((name) => name.includes('restoring'))).toEqual([]);
  });

  test('replaces nothing if a trigger was removed, and the error names the trigger', async () => {
    await db.copyTo?.(path('backup.sqlite'));
    const tampered = new SQLite(path('backup.sqlite'));
    tampered.exec('drop trigger settings_log_insert');
    tampered.close();
    await expect(restore()).rejects.toThrow('(missing: trigger settings_log_insert)');
  });

  test('is distinguished from a backup of an older version', async () => {
    const old = await openDatabase({ file: path('old.sqlite') });
    const names = Object.keys(MIGRATIONS).slice(0, 9);
    await migrateToLatest(old, {
      migrations: Object.fromEntries(Object.entries(MIGRATIONS).slice(0, names.length)),
    });
    await old.close();
    await restore(path('old.sqlite'));
    expect(await keysOf(db)).toEqual([]);
    await put('new');
  });
});

test('a backup from a newer version replaces nothing and leaves no files behind', async () => {
  await db.copyTo?.(path('newer.sqlite'));
  const newer = await openDatabase({ file: path('newer.sqlite') });
  await sql`insert into kysely_migration values ('9999-later', '2026-01-01T00:00:00.000Z')`.execute(
    newer.kysely,
  );
  await newer.close();
  await put('kept');
  await expect(restore(path('newer.sqlite'))).rejects.toThrow(NewerDatabaseError);
  expect(await keysOf(db)).toEqual(['kept']);
  expect(readdirSync(folder).filter((name) => name.includes('restoring'))).toEqual([]);
});
