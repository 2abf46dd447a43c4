import { join } from 'node:path';
import { migrateToLatest } from '#db/migrations/migrate.ts';
import { seedLibrary } from '#db/seeds/seed.ts';
import type { ServerDeps } from './core/deps.ts';
import { isClockPlausible } from './core/removal-guard.ts';
import {
  ensureAdminPassword,
  isAdminPasswordCommon,
} from './modules/auth/admins/shared-password.usecases.ts';
import { signBackup } from './modules/backups/signature.ts';
import { ensureTombstoneKey } from './modules/privacy/erasure/ensure-tombstone-key.ts';
import { carryOutDueErasures } from './modules/privacy/erasure/erasure.usecases.ts';
import { applyTombstones } from './modules/privacy/erasure/tombstones.usecases.ts';

/** Migrates the database and creates the library and an admin before the first request. */
export async function prepareData(
  deps: ServerDeps,
  printLine: (line: string) => void,
): Promise<void> {
  const { config, db, logger, store } = deps;
  await store.checkWritable();
  const applied = await migrateToLatest(db, {
    backupDir: join(config.DATA_DIR, 'backups'),
    onBackup: (file) => signBackup(config.DATA_DIR, file),
  });
  if (applied.length > 0) logger.info({ applied }, 'database brought up to date');
  await seedLibrary(db, {
    store,
    onProgress: ({ done, total, title }) =>
      printLine(`Preparing the library: ${done}/${total} ${title}`),
  });
  await ensureTombstoneKey(db, config.DATA_DIR);
  const { erased, unreadable } = await applyTombstones(db, config.DATA_DIR);
  if (erased > 0) logger.warn({ erased }, 'erased users of the restored backup again');
  if (unreadable > 0) {
    logger.warn(
      { unreadable },
      "people were erased under another machine's key: add its DATA_DIR/tombstone-key to this one as a line",
    );
  }
  // The hourly maintenance does this too, but a program that runs less than an hour a day never gets there.
  if (await isClockPlausible(deps)) await carryOutDueErasures(deps);
  const password = await ensureAdminPassword(deps);
  if (isAdminPasswordCommon(deps)) {
    logger.warn(
      'ADMIN_PASSWORD is one of the most common passwords, which attackers try first. Choose another and restart the server.',
    );
  }
  if (password) printLine(`\nThe password of the admin area, shown this once:  ${password}\n`);
}
