import { migrateToLatest } from '#db/migrations/migrate.ts';
import { loadConfig } from '#server/core/config.ts';
import { resetAdminPassword } from '#server/modules/auth/admin-login.usecases.ts';
import { openAppDatabase } from '#server/start.ts';

// `npm run admin:password`: for whoever has lost it. Works while the server runs; every open admin area locks.
try {
  const config = loadConfig();
  const db = await openAppDatabase(config);
  await migrateToLatest(db);
  const password = await resetAdminPassword({ config, db, clock: { now: () => Date.now() } });
  await db.close();
  process.stdout.write(`The new password of the admin area, shown this once:  ${password}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
