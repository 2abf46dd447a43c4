import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isNewer, NewerDatabaseError } from '#db/migrations/migrate.ts';
import { preserveAdmins } from '#db/move/preserve-admins.ts';
import { type AppDatabase, openDatabase } from '#db/open.ts';
import { findReadableCopy, rollBackToCopy } from '#db/postgres/roll-back-to-copy.ts';
import { withDatabase } from '#db/restore.ts';
import { recordInAuditLog } from '#server/core/actors/audit-log.repository.ts';
import { applyTombstones } from '#server/modules/privacy/erasure/tombstones.usecases.ts';
import { BEFORE_MIGRATION, backupFolder, listBackups } from './backup-folder.ts';
import { type BackupConfig, checkRestore, dbFileOf, restoreBackup } from './backups.usecases.ts';

/**
 * Restores the copy made before a newer version migrated the database. Erased users stay erased. With `isDry` it only
 * checks that this is possible, even while a server runs; `kept` is where the previous state is, or undefined.
 */
export async function rollBackUpgrade(
  config: BackupConfig,
  date: Date,
  isDry: boolean,
): Promise<{ from: string; kept: string | undefined }> {
  const now = date.toISOString();
  if (config.DATABASE_URL === undefined) return rollBackFile(config, now, isDry);
  return withNewerPostgres(config.DATABASE_URL, async (db) => {
    const copy = await findReadableCopy(db);
    if (!copy) {
      throw createNoCopyError('this database', 'restore a dump of your own with pg_restore');
    }
    const from = `the schema ${copy.schema}`;
    if (isDry) return { from, kept: undefined };
    const kept = await rollBackToCopy(db, copy, {
      now: date,
      async prepare(restored, present) {
        await applyTombstones(restored, config.DATA_DIR);
        await preserveAdmins(present, restored);
        const entry = { actor: 'operator', action: 'restore', on: 'backups' } as const;
        await recordInAuditLog(restored.kysely, { ...entry, which: 'before-upgrade', now });
      },
    });
    return { from, kept: `the schema ${kept}` };
  });
}

async function withNewerPostgres<T>(
  url: string,
  work: (db: AppDatabase) => Promise<T>,
): Promise<T> {
  const db = await openDatabase({ url });
  try {
    if (!(await isNewer(db))) throw createNotNewerError();
    return await work(db);
  } finally {
    await db.close();
  }
}

/** Restores the newest pre-migration copy that this version can read. */
async function rollBackFile(config: BackupConfig, now: string, isDry: boolean) {
  const file = dbFileOf(config);
  if (!existsSync(file) || !(await withDatabase(file, isNewer))) throw createNotNewerError();
  const folder = backupFolder(config.DATA_DIR);
  for (const { name } of await listBackups(config.DATA_DIR)) {
    if (!BEFORE_MIGRATION.test(name)) continue;
    const from = join(folder, name);
    try {
      if (!isDry) return { from, kept: await restoreBackup(config, from, { now }) };
      await checkRestore(config, from);
      return { from, kept: undefined };
    } catch (error) {
      // A copy made between two upgrades may also be newer than this version; tries the next one.
      if (!(error instanceof NewerDatabaseError)) throw error;
    }
  }
  throw createNoCopyError(folder, 'name a backup of your own');
}

const createNoCopyError = (place: string, hint: string) =>
  new Error(
    `There is no copy from before an upgrade in ${place} that this version can read. Install the newer version again, or ${hint}.`,
  );

const createNotNewerError = () =>
  new Error(
    'The database is not newer than this program, so there is no upgrade to roll back. Install the older version first, then try again.',
  );
