import type { Kysely } from 'kysely';
import type { Database } from '#db/schema/database.ts';

/** Settings changed by the owner. */
export function findOwnersSettings(db: Kysely<Database>) {
  return db.selectFrom('settings').select(['key', 'value', 'updated_at']).execute();
}
