import type { Kysely } from 'kysely';
import type { Database } from '#db/schema/database.ts';

/** Serialises concurrent writes for a user by locking the user's row. */
export async function holdPerson(trx: Kysely<Database>, userId: string): Promise<void> {
  await trx
    .updateTable('users')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('id', '=', userId)
    .execute();
}
