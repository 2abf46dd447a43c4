import { join } from 'node:path';
import { toJson } from '#db/codecs.ts';
import { openDatabase } from '#db/open.ts';
import { fillFromTemplate } from './sqlite-template.ts';

/** Marks the folder as seeded, for tests that need no recordings. */
export async function prepareEmptyLibrary(folder: string): Promise<void> {
  const db = await openDatabase({ file: join(folder, 'cradlesong.sqlite') });
  await fillFromTemplate(db);
  await db.kysely
    .insertInto('settings')
    .values({ key: 'library.seeded', value: toJson(true) })
    .execute();
  await db.close();
}
