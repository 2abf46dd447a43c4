import { migrateToLatest } from '#db/migrations/migrate.ts';
import { systemClock } from '#server/core/clock.ts';
import { resetSecondFactorOf } from '#server/modules/auth/admins/admins.usecases.ts';
import { resetAdminPassword } from '#server/modules/auth/admins/shared-password.usecases.ts';
import { openAppDatabase } from '#server/start.ts';
import { printLine, runCommand } from './command.ts';

const shape = {
  name: 'npm run admin-password',
  about: 'Sets a new admin password and shows it once. Signs out everyone who used the old one.',
  options: {
    'second-factor': {
      about: 'Removes a lost second factor of this admin instead. The password stays.',
      value: '<email address>',
    },
  },
};

// For a lost admin password or second factor. The server may be running.
await runCommand(shape, async ({ config, valueFor }) => {
  const email = valueFor('second-factor');
  const db = await openAppDatabase(config);
  const deps = { config, db, clock: systemClock };
  try {
    await migrateToLatest(db);
    if (email === undefined) {
      const password = await resetAdminPassword(deps);
      printLine(`The new password of the admin area, shown this once:  ${password}`);
    } else {
      await resetSecondFactorOf(deps, email);
      printLine(
        `${email} signs in with the password alone next time, and then sets up a new second factor.`,
      );
    }
  } finally {
    await db.close();
  }
});
