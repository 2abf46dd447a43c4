import type { PersonCounts, TrackCounts } from '#contract/calls/listening-counts.ts';
import type { Executor } from '#db/schema/database.ts';
import { inChunks } from '#server/core/in-chunks.ts';

type UserTable = 'favorites' | 'user_activity' | 'playback_positions';

export async function countOfPerson(db: Executor, userId: string): Promise<PersonCounts> {
  const [favorites, plays] = await Promise.all([
    countRows(db, 'favorites', { user_id: userId }),
    countRows(db, 'user_activity', { user_id: userId }),
  ]);
  return { favorites, plays };
}

export async function countOfTracks(db: Executor, ids: readonly number[]): Promise<TrackCounts> {
  const sum = { favorites: 0, plays: 0, positions: 0 };
  for await (const chunk of inChunks(ids)) {
    const [favorites, plays, positions] = await Promise.all([
      countRows(db, 'favorites', { content_id: chunk }),
      countRows(db, 'user_activity', { content_id: chunk }),
      countRows(db, 'playback_positions', { content_id: chunk }),
    ]);
    sum.favorites += favorites;
    sum.plays += plays;
    sum.positions += positions;
  }
  return sum;
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
