import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { toJson } from '#db/codecs.ts';
import { migrateToLatest } from '#db/migrations/migrate.ts';
import type { AppDatabase } from '#db/open.ts';
import { openAppDatabase } from '#server/start.ts';
import { makeBackup, restoreBackup } from './backups.usecases.ts';

let config: { DATA_DIR: string; DATABASE_URL: undefined };
let db: AppDatabase;
beforeEach(async () => {
  config = { DATA_DIR: mkdtempSync(join(tmpdir(), 'cradlesong-backup-')), DATABASE_URL: undefined };
  db = await openAppDatabase(config);
  await migrateToLatest(db);
  await db.kysely
    .insertInto('settings')
    .values({ key: 'brand', value: toJson('old') })
    .execute();
});
afterEach(async () => {
  await db.close();
  rmSync(config.DATA_DIR, { recursive: true });
});

const read = async () => (await db.kysely.selectFrom('settings').select('value').execute())[0];
const change = () =>
  db.kysely
    .updateTable('settings')
    .set({ value: toJson('new') })
    .execute();

test('a backup is made and put back under a database that is open', async () => {
  const backup = await makeBackup(config, '2026-11-21T03:00:00.000Z');
  expect(backup).toMatch(/backups\/backup-2026-11-21T03-00-00-000Z\.sqlite$/);
  await change();
  expect(await read()).toEqual({ value: 'new' });
  const kept = await restoreBackup(config, backup, '2026-11-21T04:00:00.000Z');
  expect(await read()).toEqual({ value: 'old' });
  await restoreBackup(config, kept, '2026-11-21T05:00:00.000Z');
  expect(await read()).toEqual({ value: 'new' });
});

test('a file that is no backup changes nothing', async () => {
  const file = join(config.DATA_DIR, 'letter.txt');
  writeFileSync(file, 'Dear mother');
  await expect(restoreBackup(config, file, '2026-11-21T04:00:00.000Z')).rejects.toThrow('sound');
  await expect(restoreBackup(config, `${file}s`, '2026-11-21T04:00:00.000Z')).rejects.toThrow('no');
  expect(await read()).toEqual({ value: 'old' });
});

test('PostgreSQL is told apart, and nothing is made', async () => {
  const elsewhere = { DATA_DIR: join(config.DATA_DIR, 'pg'), DATABASE_URL: 'postgres://db/x' };
  await expect(makeBackup(elsewhere, '2026-11-21T04:00:00.000Z')).rejects.toThrow('pg_dump');
  await expect(restoreBackup(elsewhere, 'x', '2026-11-21T04:00:00.000Z')).rejects.toThrow('pg_');
  expect(existsSync(join(elsewhere.DATA_DIR, 'cradlesong.sqlite'))).toBe(false);
});
