import type { PersonCounts, TrackCounts } from '#contract/calls/listening-counts.ts';
import type { Executor } from '#db/schema/database.ts';

type UserTable = 'favorites' | 'user_activity' | 'playback_positions';

export async function countOfPerson(db: Executor, userId: string): Promise<PersonCounts> {
  const [favorites, plays] = await Promise.all([
    countRows(db, 'favorites', { user_id: userId }),
    countRows(db, 'user_activity', { user_id: userId }),
  ]);
  return { favorites, plays };
}

export async function countOfTracks(db: Executor, ids: readonly number[]): Promise<TrackCounts> {
  const [favorites, plays, positions] = await Promise.all([
    countRows(db, 'favorites', { content_id: ids }),
    countRows(db, 'user_activity', { content_id: ids }),
    countRows(db, 'playback_positions', { content_id: ids }),
  ]);
  return { favorites, plays, positions };
}

async function countRows(
  db: Executor,
  table: UserTable,
  of: { user_id: string } | { content_id: readonly number[] },
): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where((eb) =>
      'user_id' in of ? eb('user_id', '=', of.user_id) : eb('content_id', 'in', of.content_id),
    )
    .executeTakeFirstOrThrow();
  return count;
}
