import { isoNow } from '#server/core/clock.ts';
import { makeBackup } from '#server/modules/backups/backups.usecases.ts';
import { runCommand } from './command.ts';

const shape = {
  name: 'npm run backup',
  about: 'Makes a consistent copy of the embedded database in DATA_DIR/backups.',
};

// Also while the server runs.
await runCommand(shape, async ({ config, say }) => {
  say(`The database is copied to ${await makeBackup(config, isoNow({ now: () => Date.now() }))}`);
  say('Recordings and pictures are plain files: copy the storage folder as well.');
});
