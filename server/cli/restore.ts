import { parseArgs } from 'node:util';
import { HTTP_ERROR } from '#contract/words/error-codes.ts';
import { isoNow } from '#server/core/clock.ts';
import { loadConfig } from '#server/core/config.ts';
import { AppError } from '#server/core/errors.ts';
import { restoreBackup } from '#server/modules/backups/backups.usecases.ts';

// `npm run restore -- backup.sqlite`: puts a backup in the place of the database, also while the server runs.
try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { foreign: { type: 'boolean', default: false } },
  });
  const [backup] = positionals;
  if (backup === undefined)
    throw new Error('Which backup? npm run restore -- data/backups/….sqlite');
  const now = isoNow({ now: () => Date.now() });
  const kept = await restoreBackup(loadConfig(), backup, { now, trustsOrigin: values.foreign });
  process.stdout.write(`${backup} is in place. What was there before is kept in ${kept}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  if (error instanceof AppError && error.code === HTTP_ERROR.foreignBackup) {
    process.stderr.write('On the command line that is: npm run restore -- --foreign <file>\n');
  }
  process.exitCode = 1;
}
