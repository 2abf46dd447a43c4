import type { Executor } from '#db/schema/database.ts';

/** Settings changed by the owner. */
export function findOwnersSettings(db: Executor) {
  return db.selectFrom('settings').select(['key', 'value', 'updated_at']).execute();
}
