import { isNewer } from '#db/migrations/migrate.ts';
import { openDatabase } from '#db/open.ts';
import { returnToCopy } from '#db/postgres/return-to-copy.ts';
import { recordInAuditLog } from '#server/core/audit-log.repository.ts';
import { carryAdminCredentials } from '#server/modules/auth/carry-admin.usecases.ts';
import { applyTombstones } from '#server/modules/privacy/tombstones.usecases.ts';
import { type BackupConfig, restoreBackup } from './backups.usecases.ts';
import { createNotNewerError, findCopyBeforeUpgrade } from './before-upgrade.ts';

interface Returned {
  readonly from: string;
  /** Where the state before is kept. */
  readonly kept: string;
}

/** Puts the data in place as it was before a newer program brought it up to date. Nobody erased since comes back. */
export async function returnBeforeUpgrade(config: BackupConfig, now: Date): Promise<Returned> {
  if (config.DATABASE_URL !== undefined) {
    return returnOnPostgres(config.DATABASE_URL, config.DATA_DIR, now);
  }
  const from = await findCopyBeforeUpgrade(config);
  return { from, kept: await restoreBackup(config, from, { now: now.toISOString() }) };
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
    throw new Error(
      'There is no copy from before an upgrade in this database that this version can read. Install the newer version again, or put back a dump of your own with pg_restore.',
    );
  } finally {
    await db.close();
  }
}
