import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrateToLatest } from '#db/migrations/migrate.ts';
import type { AppDatabase } from '#db/open.ts';
import { openAppDatabase } from '#server/start.ts';
import { readRows } from '#tests/support/databases/create-test-db.ts';
import { CAN_MOUNT, mountSmallDisk } from '#tests/support/servers/small-disk.ts';
import { deleteTemporaryFiles, withInvalidBackupError } from './backup-folder.ts';
import { makeBackup, restoreBackup } from './backups.usecases.ts';

let config: { DATA_DIR: string; DATABASE_URL: undefined; STATEMENT_LIMIT_S: number };
let db: AppDatabase;
beforeEach(async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'cradlesong-backup-'));
  config = { DATA_DIR, DATABASE_URL: undefined, STATEMENT_LIMIT_S: 0 };
  db = await openAppDatabase(config);
  await migrateToLatest(db);
});
afterEach(() => db.close());

test('the restore of a backup that was deleted meanwhile is refused as missing', async () => {
  const backup = await makeBackup(config, '2026-11-21T03:00:00.000Z');
  rmSync(backup);
  const restore = () => restoreBackup(config, backup, { now: '2026-11-21T04:00:00.000Z' });
  await expect(withInvalidBackupError(backup, restore)).rejects.toMatchObject({ status: 404 });
});

test('a backup of PostgreSQL is refused, and the error names pg_dump', async () => {
  const elsewhere = { DATA_DIR: config.DATA_DIR, DATABASE_URL: 'postgres://db/x' };
  await expect(makeBackup(elsewhere, '2026-11-21T04:00:00.000Z')).rejects.toThrow('pg_dump');
});

test('unfinished files are removed after a day, but backups are never removed', async () => {
  const backup = await makeBackup(config, '2026-11-21T03:00:00.000Z');
  const folder = join(config.DATA_DIR, 'backups');
  for (const name of ['.upload-1', '.checking-2', '.link-3.x', 'backup-4.sqlite.part'])
    writeFileSync(join(folder, name), '');
  expect(await deleteTemporaryFiles(config.DATA_DIR, new Date(Date.now() - 60_000))).toBe(0);
  expect(await deleteTemporaryFiles(config.DATA_DIR, new Date(Date.now() + 60_000))).toBe(4);
  expect(readdirSync(folder).sort()).toEqual(['.lock', basename(backup)]);
});

test.runIf(CAN_MOUNT)(
  'a full disk leaves no partial backup, and does not change the database; the next restore is logged',
  async () => {
    const disk = mountSmallDisk(8 * 1024 * 1024);
    const there = { DATA_DIR: disk.folder, DATABASE_URL: undefined, STATEMENT_LIMIT_S: 0 };
    const small = await openAppDatabase(there);
    try {
      await migrateToLatest(small);
      const backup = await makeBackup(there, '2026-11-21T03:00:00.000Z');
      disk.fill();
      await expect(makeBackup(there, '2026-11-21T04:00:00.000Z')).rejects.toThrow('full');
      await expect(
        restoreBackup(there, backup, { now: '2026-11-21T05:00:00.000Z' }),
      ).rejects.toThrow();
      expect(readdirSync(join(disk.folder, 'backups')).sort()).toEqual(['.lock', basename(backup)]);
      disk.makeRoom();
      await restoreBackup(there, backup, { now: '2026-11-21T06:00:00.000Z' });
      const log = await readRows(small, 'audit_log', {}, ['actor', 'action']);
      expect(log).toEqual([{ actor: 'operator', action: 'restore' }]);
    } finally {
      await small.close();
      disk.remove();
    }
  },
);
