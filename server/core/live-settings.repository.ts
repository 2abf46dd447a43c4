import type { Kysely } from 'kysely';
import type { Database } from '#db/schema/database.ts';

/** What the owner has changed: the rows of `settings` as key → value. */
export async function findOwnersSettings(db: Kysely<Database>): Promise<Map<string, unknown>> {
  const rows = await db.selectFrom('settings').select(['key', 'value']).execute();
  return new Map(rows.map(({ key, value }) => [key, value]));
}
