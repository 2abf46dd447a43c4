import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isNewerBackup } from '#db/inspect-backup.ts';
import { isNewer } from '#db/migrations/migrate.ts';
import { openDatabase } from '#db/open.ts';
import { findReadableCopy, returnToCopy } from '#db/postgres/return-to-copy.ts';
import { withDatabase } from '#db/restore.ts';
import { recordInAuditLog } from '#server/core/actors/audit-log.repository.ts';
import { carryAdminCredentials } from '#server/modules/auth/admins/carry-admin.usecases.ts';
import { applyTombstones } from '#server/modules/privacy/erasure/tombstones.usecases.ts';
import { BEFORE_MIGRATION, backupFolder, listBackups } from './backup-folder.ts';
import { type BackupConfig, checkRestore, fileOf, restoreBackup } from './backups.usecases.ts';

interface Returned {
  readonly from: string;
  /** Where the previous state is kept. */
  readonly kept: string;
}

/** Restores the data from before an upgrade by a newer program. Erased users stay erased. */
export async function returnBeforeUpgrade(config: BackupConfig, now: Date): Promise<Returned> {
  if (config.DATABASE_URL !== undefined) {
    return returnOnPostgres(config.DATABASE_URL, config.DATA_DIR, now);
  }
  const from = await findCopyBeforeUpgrade(config);
  return { from, kept: await restoreBackup(config, from, { now: now.toISOString() }) };
}

/** Checks whether `returnBeforeUpgrade` would succeed, also while a server runs; changes nothing. */
export async function checkReturnBeforeUpgrade(config: BackupConfig): Promise<string> {
  if (config.DATABASE_URL === undefined) {
    const from = await findCopyBeforeUpgrade(config);
    await checkRestore(config, from);
    return from;
  }
  const db = await openDatabase({ url: config.DATABASE_URL });
  try {
    if (!(await isNewer(db))) throw createNotNewerError();
    const copy = await findReadableCopy(db);
    if (!copy) throw createNoCopyError();
    return `the schema ${copy.schema}`;
  } finally {
    await db.close();
  }
}

async function returnOnPostgres(url: string, dataDir: string, now: Date): Promise<Returned> {
  const db = await openDatabase({ url });
  try {
    if (!(await isNewer(db))) throw createNotNewerError();
    const returned = await returnToCopy(db, {
      now,
      async prepare(restored, present) {
        await applyTombstones(restored, dataDir);
        await carryAdminCredentials(present, restored);
        await recordInAuditLog(restored.kysely, {
          actor: 'operator',
          action: 'restore',
          on: 'backups',
          which: 'before-upgrade',
          now: now.toISOString(),
        });
      },
    });
    if (returned) {
      return { from: `the schema ${returned.from}`, kept: `the schema ${returned.kept}` };
    }
    throw createNoCopyError();
  } finally {
    await db.close();
  }
}

const createNoCopyError = () =>
  new Error(
    'There is no copy from before an upgrade in this database that this version can read. Install the newer version again, or put back a dump of your own with pg_restore.',
  );

/** The newest copy from before a migration that this program can read. Throws unless the database is newer. */
async function findCopyBeforeUpgrade(config: BackupConfig): Promise<string> {
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

const createNotNewerError = () =>
  new Error(
    'The database is not newer than this program, so there is no upgrade to go back from. Install the older version first, then ask again.',
  );
