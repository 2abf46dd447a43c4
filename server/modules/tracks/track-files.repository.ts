import type { Executor } from '#db/schema/database.ts';

/** Addresses of all recordings and covers in use. */
export async function findTrackAddresses(db: Executor): Promise<string[]> {
  const tracks = await db.selectFrom('audio_content').select(['audio_url', 'image_url']).execute();
  return tracks.flatMap(({ audio_url, image_url }) => [audio_url, image_url ?? '']);
}

/** Deletes the history of a deleted file. */
export async function deleteTrackFile(db: Executor, path: string): Promise<void> {
  await db.deleteFrom('track_files').where('path', '=', path).execute();
}
