import { sql } from 'kysely';
import { deleteInTurns } from '#db/in-turns.ts';
import type { Removed } from '#server/tables/table-definition.ts';

/** What every mother may have added to a track, each with what tells its rows apart. */
const OF_MOTHERS = [
  { table: 'user_activity', key: 'id' },
  { table: 'favorites', key: 'user_id' },
  { table: 'playback_positions', key: 'user_id' },
] as const;

/** A track that many have heard goes without holding anybody up (docs/decisions/0071). */
export async function takeListeningAlong({ trx, keys }: Removed): Promise<void> {
  for (const [id] of keys) {
    for (const each of OF_MOTHERS) {
      await deleteInTurns(trx, { ...each, which: sql`content_id = ${id}` });
    }
  }
}
