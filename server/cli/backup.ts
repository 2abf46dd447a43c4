import { isoNow } from '#server/core/clock.ts';
import { loadConfig } from '#server/core/config.ts';
import { makeBackup } from '#server/modules/backups/backups.usecases.ts';

// `npm run backup`: a consistent copy of the database, also while the server runs.
try {
  const file = await makeBackup(loadConfig(), isoNow({ now: () => Date.now() }));
  process.stdout.write(
    `The database is copied to ${file}\nRecordings and pictures are plain files: copy the storage folder as well.\n`,
  );
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
