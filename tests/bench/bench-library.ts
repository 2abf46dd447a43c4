import { join } from 'node:path';
import { openDatabase } from '#db/open.ts';
import { buildTrack } from '#db/seeds/builders/build-track.ts';

/** The embedded database of a stopped server's data folder. */
export const databaseFile = (dataDir: string) => join(dataDir, 'cradlesong.sqlite');

/** Fills the library up to so many tracks. */
export async function growLibrary(dataDir: string, tracks: number): Promise<void> {
  const db = await openDatabase({ file: databaseFile(dataDir) });
  const { count } = await db.kysely
    .selectFrom('audio_content')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const missing = Array.from({ length: Math.max(0, tracks - count) }, (_, index) =>
    buildTrack({ title: `Meditation ${count + index}`, position: count + index }),
  );
  for (let from = 0; from < missing.length; from += 100) {
    await db.kysely
      .insertInto('audio_content')
      .values(missing.slice(from, from + 100))
      .execute();
  }
  await db.close();
}
