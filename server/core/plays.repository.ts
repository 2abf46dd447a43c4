import { sql } from 'kysely';
import { deleteInBatches } from '#db/delete-in-batches.ts';
import type { Executor } from '#db/schema/database.ts';

/** Deletes a user's plays in batches; call it before deleting the user row, whose cascade could take long. */
export function deletePlaysOf(trx: Executor, userId: string): Promise<number> {
  return deleteInBatches(trx, { table: 'user_activity', where: sql`user_id = ${userId}` });
}
