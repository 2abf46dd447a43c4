import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { migrateToLatest } from '#db/migrations/migrate.ts';
import { seedDemo } from '#db/seeds/demo.ts';
import { seedLibrary } from '#db/seeds/seed.ts';
import { loadConfig } from '#server/core/config.ts';
import { createDiskStore } from '#server/modules/storage/disk-store.ts';
import { openAppDatabase } from '#server/start.ts';

// `npm run seed`: what a first start does by itself. With `-- --demo` also sample people and what they did.
const { values } = parseArgs({ options: { demo: { type: 'boolean', default: false } } });
const say = (line: string) => void process.stdout.write(`${line}\n`);

try {
  const config = loadConfig();
  const db = await openAppDatabase(config);
  await migrateToLatest(db, { backupDir: join(config.DATA_DIR, 'backups') });
  const isSeeded = await seedLibrary(db, {
    store: createDiskStore(config.STORAGE_DIR),
    onProgress: ({ done, total, title }) => say(`${done} of ${total}  ${title}`),
  });
  say(
    isSeeded ? 'The sample library is in place.' : 'There is a library already; it was left alone.',
  );
  if (values.demo) {
    const isNew = await seedDemo(db, { now: Date.now() });
    say(isNew ? 'Sample people are in place.' : 'The sample people are there already.');
  }
  await db.close();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
