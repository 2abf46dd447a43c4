import { migrateToLatest } from '#db/migrations/migrate.ts';
import { resetAdminPassword } from '#server/modules/auth/admin-login.usecases.ts';
import { openAppDatabase } from '#server/start.ts';
import { runCommand } from './command.ts';

const shape = {
  name: 'npm run admin:password',
  about: 'Makes a new password of the admin area and shows it once. Every open admin area locks.',
};

// For whoever has lost it. Works while the server runs.
await runCommand(shape, async ({ config, say }) => {
  const db = await openAppDatabase(config);
  await migrateToLatest(db);
  const password = await resetAdminPassword({ config, db, clock: { now: () => Date.now() } });
  await db.close();
  say(`The new password of the admin area, shown this once:  ${password}`);
});
