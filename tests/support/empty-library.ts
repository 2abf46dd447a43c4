import { join } from 'node:path';
import { toJson } from '#db/codecs.ts';
import { migrateToLatest } from '#db/migrations/migrate.ts';
import { openDatabase } from '#db/open.ts';

/** Makes the folder one that counts as seeded already, for tests that need no recordings. */
export async function prepareEmptyLibrary(folder: string): Promise<void> {
  const db = await openDatabase({ file: join(folder, 'cradlesong.sqlite') });
  await migrateToLatest(db);
  await db.kysely
    .insertInto('settings')
    .values({ key: 'library.seeded', value: toJson(true) })
    .execute();
  await db.close();
}
