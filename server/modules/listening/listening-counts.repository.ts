import type { Kysely } from 'kysely';
import type { PersonCounts, TrackCounts } from '#contract/calls/listening-counts.ts';
import type { Database } from '#db/schema/database.ts';

type Executor = Kysely<Database>;
type Personal = 'favorites' | 'user_activity' | 'playback_positions';

export async function countOfPerson(db: Executor, userId: string): Promise<PersonCounts> {
  const [favorites, plays] = await Promise.all([
    countRows(db, 'favorites', { user_id: userId }),
    countRows(db, 'user_activity', { user_id: userId }),
  ]);
  return { favorites, plays };
}

export async function countOfTrack(db: Executor, contentId: number): Promise<TrackCounts> {
  const [favorites, plays, positions] = await Promise.all([
    countRows(db, 'favorites', { content_id: contentId }),
    countRows(db, 'user_activity', { content_id: contentId }),
    countRows(db, 'playback_positions', { content_id: contentId }),
  ]);
  return { favorites, plays, positions };
}

async function countRows(
  db: Executor,
  table: Personal,
  of: { user_id: string } | { content_id: number },
): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where((eb) => eb.and(of))
    .executeTakeFirstOrThrow();
  return count;
}
