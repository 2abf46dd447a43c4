import { migrateToLatest } from '#db/migrations/migrate.ts';
import { resetSecondFactorOf } from '#server/modules/admins/admins.usecases.ts';
import { openAppDatabase } from '#server/start.ts';
import { runCommand } from './command.ts';

const shape = {
  name: 'npm run admin:second-factor',
  about: 'Takes a lost second factor off an admin. She sets up another when she next signs in.',
  argument: '<e-mail address>',
};

// For whom nobody in the admin area can help. Works while the server runs.
await runCommand(shape, async ({ config, argument, say }) => {
  if (argument === undefined) {
    throw new Error('Whose? npm run admin:second-factor -- hanna@example.org');
  }
  const db = await openAppDatabase(config);
  await migrateToLatest(db);
  const clock = { now: () => Date.now() };
  await resetSecondFactorOf({ config, db, clock }, argument).finally(() => db.close());
  say(`${argument} signs in with the password alone next time, and then sets up a new one.`);
});
