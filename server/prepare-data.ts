import { join } from 'node:path';
import { migrateToLatest } from '#db/migrations/migrate.ts';
import { seedLibrary } from '#db/seeds/seed.ts';
import type { ServerDeps } from './core/deps.ts';
import { carryOutDueErasures } from './modules/account-deletion/erasure.usecases.ts';
import { applyTombstones } from './modules/account-deletion/tombstones.usecases.ts';
import { ensureAdminPassword } from './modules/auth/admin-login.usecases.ts';

/** What a start owes to the data before the first visitor: newest tables, a library, an admin. */
export async function prepareData(deps: ServerDeps, say: (line: string) => void): Promise<void> {
  const { config, db, logger, store } = deps;
  await store.checkWritable();
  const applied = await migrateToLatest(db, { backupDir: join(config.DATA_DIR, 'backups') });
  if (applied.length > 0) logger.info({ applied }, 'database brought up to date');
  await seedLibrary(db, {
    store,
    onProgress: ({ done, total, title }) => say(`Preparing the library: ${done}/${total} ${title}`),
  });
  const erased = await applyTombstones(db, config.DATA_DIR);
  if (erased > 0) logger.warn({ erased }, 'people of a restored backup erased again');
  await carryOutDueErasures(deps);
  const password = await ensureAdminPassword(deps);
  if (password) say(`\nThe password of the admin area, shown this once:  ${password}\n`);
}
