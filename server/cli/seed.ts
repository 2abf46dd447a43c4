import { join } from 'node:path';
import { migrateToLatest } from '#db/migrations/migrate.ts';
import { seedDemo } from '#db/seeds/demo.ts';
import { seedLibrary } from '#db/seeds/seed.ts';
import { createStore } from '#server/modules/storage/stores/create-store.ts';
import { openAppDatabase } from '#server/start.ts';
import { printLine, runCommand } from './command.ts';

const shape = {
  name: 'npm run seed',
  about: 'Puts the sample library into an empty database, as a first start does.',
  options: { demo: { about: 'Also adds sample users with activity.' } },
  mayBegin: true,
};

await runCommand(shape, async ({ config, has }) => {
  const db = await openAppDatabase(config);
  await migrateToLatest(db, { backupDir: join(config.DATA_DIR, 'backups') });
  const isSeeded = await seedLibrary(db, {
    store: createStore(config),
    onProgress: ({ done, total, title }) => printLine(`${done} of ${total}  ${title}`),
  });
  printLine(
    isSeeded
      ? 'The sample library is in place.'
      : 'There is a library already; nothing was changed.',
  );
  if (has('demo')) {
    const isNew = await seedDemo(db, Date.now());
    printLine(isNew ? 'Sample users are in place.' : 'There are sample users already.');
  }
  await db.close();
});
