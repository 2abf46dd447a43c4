import { sql } from 'kysely';
import { deleteInBatches } from '#db/delete-in-batches.ts';
import type { Removed } from '#server/tables/registry.ts';

/** Tables with users' rows of a track, and the key of each. */
const USER_TABLES = [
  { table: 'user_activity', key: 'id' },
  { table: 'favorites', key: 'user_id' },
  { table: 'playback_positions', key: 'user_id' },
] as const;

/** Deletes in batches, so that a popular track does not block other writes (docs/decisions/0071). */
export async function deleteListeningRows({ trx, keys }: Removed): Promise<void> {
  for (const [id] of keys) {
    for (const each of USER_TABLES) {
      await deleteInBatches(trx, { ...each, where: sql`content_id = ${id}` });
    }
  }
}
