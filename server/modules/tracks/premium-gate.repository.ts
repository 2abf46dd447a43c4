import type { Executor } from '#db/schema/database.ts';
import type { TrackFile, TrackFiles } from './open-files.ts';

/** The tables whose changes affect which recordings are open. */
const RELEVANT_TABLES = ['audio_content', 'recordings'];

export async function hasRelevantChange(db: Executor, after: number): Promise<boolean> {
  const row = await db
    .selectFrom('change_log')
    .select('id')
    .where('id', '>', after)
    .where('table_name', 'in', RELEVANT_TABLES)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function findTrackFiles(db: Executor): Promise<TrackFiles> {
  const current: TrackFile[] = await db
    .selectFrom('audio_content')
    .select(['audio_url as path', 'is_premium as isPremium'])
    .where('audio_url', '<>', '')
    .execute();
  const history: TrackFile[] = await db
    .selectFrom('track_files')
    .select(['path', 'is_premium as isPremium'])
    .execute();
  return { current, history, copies: await findCopies(db) };
}

/** Addresses of originals and their levelled copies. */
export async function findCopies(db: Executor): Promise<TrackFiles['copies']> {
  const recordings = await db
    .selectFrom('recordings')
    .select(['path', 'levelled_path'])
    .where('levelled_path', 'is not', null)
    .execute();
  return recordings.map(({ path, levelled_path }) => [path, levelled_path ?? path]);
}

export async function findEnabledRecording(
  db: Executor,
  trackId: number,
): Promise<string | undefined> {
  const track = await db
    .selectFrom('audio_content')
    .select('audio_url')
    .where('id', '=', trackId)
    .where('enabled', '=', true)
    .executeTakeFirst();
  return track?.audio_url;
}

export function findPlan(db: Executor, userId: string) {
  return db
    .selectFrom('subscriptions')
    .select(['status', 'end_date'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}
