import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findChangeLogBounds } from './change-log.ts';
import { toJson } from './codecs.ts';
import { migrateToLatest, NewerDatabaseError } from './migrations/migrate.ts';
import { type AppDatabase, openDatabase } from './open.ts';
import { restoreDatabase } from './restore.ts';

let folder: string;
let db: AppDatabase;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cradlesong-restore-'));
  db = await openDatabase({ file: join(folder, 'live.sqlite') });
  await migrateToLatest(db);
});
afterEach(async () => {
  await db.close();
  rmSync(folder, { recursive: true });
});

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

test('a running server continues with what the backup holds, and keeps what was erased since', async () => {
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
  // Nobody who was listening may continue: all they knew is below the beginning of the log.
  expect(await findChangeLogBounds(db)).toEqual({ oldest: before + 2, latest: before + 1 });
  await put('new');
  expect(await findChangeLogBounds(db)).toEqual({ oldest: before + 2, latest: before + 2 });

  const present = await openDatabase({ file: path('before.sqlite') });
  expect(await keysOf(present)).toEqual(['kept', 'lost']);
  await present.close();
});

test('a file that is no backup of ours replaces nothing', async () => {
  await put('kept');
  writeFileSync(path('notes.txt'), 'not a database, and long enough to be looked at as one');
  const other = await openDatabase({ file: path('other.sqlite') });
  await other.close();
  await expect(restore(path('notes.txt'))).rejects.toThrow('is not a sound backup');
  await expect(restore(path('other.sqlite'))).rejects.toThrow('is not a sound backup');
  await expect(restore(path('nowhere.sqlite'))).rejects.toThrow('There is no backup');
  expect(await keysOf(db)).toEqual(['kept']);
});

test('nor does one from a newer version, and none of them leaves anything behind', async () => {
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
