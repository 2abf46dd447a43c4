import { HTTP_ERROR } from '#contract/words/error-codes.ts';
import { isoNow } from '#server/core/clock.ts';
import { AppError } from '#server/core/errors.ts';
import { restoreBackup } from '#server/modules/backups/backups.usecases.ts';
import { findCopyBeforeUpgrade } from '#server/modules/backups/before-upgrade.ts';
import { runCommand } from './command.ts';

const shape = {
  name: 'npm run restore',
  about: 'Puts a backup in the place of the database, which is kept beside it.',
  argument: '<file>',
  options: {
    'before-upgrade': {
      about:
        'Instead of a file: the copy from before a newer program was here. Install the older one first.',
    },
    foreign: { about: 'The backup comes from another machine, and is trusted.' },
  },
  // After a lost disk there is nothing to act on yet.
  mayBegin: true,
};

// Also while the server runs.
await runCommand(shape, async ({ config, argument, has, say }) => {
  const backup = has('before-upgrade') ? await findCopyBeforeUpgrade(config) : argument;
  if (backup === undefined) {
    throw new Error('Which backup? npm run restore -- data/backups/….sqlite');
  }
  const options = { now: isoNow({ now: () => Date.now() }), trustsOrigin: has('foreign') };
  const kept = await restoreBackup(config, backup, options).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== HTTP_ERROR.foreignBackup) throw error;
    const way = 'On the command line that is: npm run restore -- --foreign <file>';
    throw new Error(`${error.message}\n${way}`);
  });
  say(`${backup} is in place. What was there before is kept in ${kept}`);
});
