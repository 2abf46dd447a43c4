import { type Kysely, sql } from 'kysely';
import { deleteInTurns } from '#db/in-turns.ts';
import type { Database } from '#db/schema/database.ts';

/** Of all that hangs on a person, her plays alone may be very many. Before the row of hers that would take them along. */
export function deletePlaysOf(trx: Kysely<Database>, userId: string): Promise<void> {
  return deleteInTurns(trx, { table: 'user_activity', key: 'id', which: sql`user_id = ${userId}` });
}
