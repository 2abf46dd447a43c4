import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isNewerBackup } from '#db/inspect-backup.ts';
import { isNewer } from '#db/migrations/migrate.ts';
import { withDatabase } from '#db/restore.ts';
import { BEFORE_MIGRATION, backupFolder, listBackups } from './backup-folder.ts';
import { type BackupConfig, fileOf } from './backups.usecases.ts';

/**
 * The newest copy that a newer program made before it changed the database, and that this program can read.
 * Where nothing is newer than this program the copy would only be brought up to date again: refused.
 */
export async function findCopyBeforeUpgrade(config: BackupConfig): Promise<string> {
  const file = fileOf(config);
  if (!existsSync(file) || !(await withDatabase(file, isNewer))) {
    throw createNotNewerError();
  }
  const folder = backupFolder(config.DATA_DIR);
  for (const { name } of await listBackups(config.DATA_DIR)) {
    const copy = join(folder, name);
    if (BEFORE_MIGRATION.test(name) && !(await isNewerBackup(copy))) return copy;
  }
  throw new Error(
    `There is no copy from before an upgrade in ${folder} that this version can read. Install the newer version again, or name a backup of your own.`,
  );
}

export const createNotNewerError = () =>
  new Error(
    'The database is not newer than this program, so there is no upgrade to go back from. Install the older version first, then ask again.',
  );
