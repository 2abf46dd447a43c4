import { isoNow } from '#server/core/clock.ts';
import { loadConfig } from '#server/core/config.ts';
import { restoreBackup } from '#server/modules/backups/backups.usecases.ts';

// `npm run restore -- backup.sqlite`: puts a backup in the place of the database, also while the server runs.
try {
  const [backup] = process.argv.slice(2);
  if (backup === undefined)
    throw new Error('Which backup? npm run restore -- data/backups/….sqlite');
  const kept = await restoreBackup(loadConfig(), backup, isoNow({ now: () => Date.now() }));
  process.stdout.write(`${backup} is in place. What was there before is kept in ${kept}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
