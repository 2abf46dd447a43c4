import { migrateToLatest } from '#db/migrations/migrate.ts';
import { resetSecondFactorOf } from '#server/modules/auth/admins/admins.usecases.ts';
import { resetAdminPassword } from '#server/modules/auth/admins/shared-password.usecases.ts';
import { openAppDatabase } from '#server/start.ts';
import { runCommand } from './command.ts';

const shape = {
  name: 'npm run admin-password',
  about: 'Sets a new admin password and shows it once. Locks every open admin area.',
  options: {
    'second-factor': {
      about: 'Removes a lost second factor of this admin instead. The password stays.',
      value: '<email address>',
    },
  },
};

// For a lost admin password or second factor. The server may be running.
await runCommand(shape, async ({ config, valueFor, say }) => {
  const email = valueFor('second-factor');
  const db = await openAppDatabase(config);
  const deps = { config, db, clock: { now: () => Date.now() } };
  try {
    await migrateToLatest(db);
    if (email === undefined) {
      const password = await resetAdminPassword(deps);
      say(`The new password of the admin area, shown this once:  ${password}`);
    } else {
      await resetSecondFactorOf(deps, email);
      say(`${email} signs in with the password alone next time, and then sets up a new one.`);
    }
  } finally {
    await db.close();
  }
});
