import type { Kysely } from 'kysely';
import type { Database } from '#db/schema/database.ts';

/** Addresses of every recording and cover that a track has now. */
export async function findTrackAddresses(db: Kysely<Database>): Promise<string[]> {
  const tracks = await db.selectFrom('audio_content').select(['audio_url', 'image_url']).execute();
  return tracks.flatMap(({ audio_url, image_url }) => [audio_url, image_url ?? '']);
}

/** The file is gone, so it does not matter any more whose it was. */
export async function forgetTrackFile(db: Kysely<Database>, path: string): Promise<void> {
  await db.deleteFrom('track_files').where('path', '=', path).execute();
}
