import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type AppDatabase, openDatabase } from '#db/open.ts';
import { restoreDatabase, withDatabase } from '#db/restore.ts';
import { tryLockFile } from '#db/sqlite/handle.ts';
import type { Config } from '#server/core/config.ts';
import { applyTombstones } from '#server/modules/account-deletion/tombstones.usecases.ts';
import { carryAdminCredentials } from '#server/modules/auth/carry-admin.usecases.ts';
import { backupFolder, listBackups } from './backup-folder.ts';
import { createBusyError } from './backups.errors.ts';

export type BackupConfig = Pick<Config, 'DATA_DIR' | 'DATABASE_URL'>;

/** Copies the running database into `DATA_DIR/backups` and answers where to. */
export async function makeBackup(config: BackupConfig, now: string): Promise<string> {
  const from = fileOf(config);
  if (!existsSync(from)) throw new Error(`There is no database ${from} yet.`);
  const file = nameBackup(config, 'backup', now);
  await alone(config, () => withDatabase(from, async (db) => db.copyTo?.(file)));
  return file;
}

/** Answers where the state before is kept. */
export async function restoreBackup(
  config: BackupConfig,
  backup: string,
  now: string,
): Promise<string> {
  const keepPresentIn = nameBackup(config, 'before-restore', now);
  const file = fileOf(config);
  const prepare = async (db: AppDatabase) => {
    // Whoever was erased since the backup was made is not brought back by it.
    await applyTombstones(db, config.DATA_DIR);
    if (!existsSync(file)) return;
    // Nor is a password the owner has given up, or the lock of a program without this one.
    const present = await openDatabase({ file });
    await carryAdminCredentials(present, db).finally(() => present.close());
  };
  await alone(config, () => restoreDatabase({ backup, file, keepPresentIn, prepare }));
  return keepPresentIn;
}

/** When the newest copy was made, whoever made it: a migration's counts as well. */
export async function findLastBackup(dataDir: string): Promise<string | null> {
  const [newest] = await listBackups(dataDir);
  return newest?.madeAt ?? null;
}

/** Two at once, also of two workers, would take each other's files. */
async function alone<T>({ DATA_DIR }: BackupConfig, work: () => Promise<T>): Promise<T> {
  const lock = tryLockFile(join(backupFolder(DATA_DIR), '.lock'));
  if (!lock) throw createBusyError();
  try {
    return await work();
  } finally {
    lock.release();
  }
}

function fileOf({ DATA_DIR, DATABASE_URL }: BackupConfig): string {
  if (DATABASE_URL !== undefined) {
    throw new Error(
      'DATABASE_URL is set: PostgreSQL is backed up by pg_dump and restored by pg_restore, not by this command.',
    );
  }
  return join(DATA_DIR, 'cradlesong.sqlite');
}

function nameBackup({ DATA_DIR }: BackupConfig, kind: string, now: string): string {
  const folder = backupFolder(DATA_DIR);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return join(folder, `${kind}-${now.replace(/[:.]/g, '-')}.sqlite`);
}
