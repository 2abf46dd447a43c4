import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { AppDatabase } from '#db/open.ts';
import { restoreDatabase } from '#db/restore.ts';
import type { Config } from './core/config.ts';
import { applyTombstones } from './modules/account-deletion/tombstones.usecases.ts';
import { openAppDatabase } from './start.ts';

type BackupConfig = Pick<Config, 'DATA_DIR' | 'DATABASE_URL'>;

/** Copies the running database into `DATA_DIR/backups` and answers where to. */
export async function makeBackup(config: BackupConfig, now: string): Promise<string> {
  const from = fileOf(config);
  if (!existsSync(from)) throw new Error(`There is no database ${from} yet.`);
  const file = nameBackup(config, 'backup', now);
  const db = await openAppDatabase(config);
  try {
    await db.copyTo?.(file);
  } finally {
    await db.close();
  }
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
  // Whoever was erased since the backup was made is not brought back by it.
  const prepare = (db: AppDatabase) => applyTombstones(db, config.DATA_DIR);
  await restoreDatabase({ backup, file, keepPresentIn, prepare });
  return keepPresentIn;
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
  const folder = join(DATA_DIR, 'backups');
  mkdirSync(folder, { recursive: true });
  return join(folder, `${kind}-${now.replace(/[:.]/g, '-')}.sqlite`);
}
