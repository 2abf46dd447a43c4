import type { Selectable } from 'kysely';
import type { AdminCredentialsTable } from '#db/schema/auth.ts';
import type { Executor } from '#db/schema/database.ts';

/** The table has one row. */
const ONLY_ID = 1;

export type AdminCredentials = Selectable<AdminCredentialsTable>;

export function findAdminCredentials(db: Executor): Promise<AdminCredentials | undefined> {
  return db
    .selectFrom('admin_credentials')
    .selectAll()
    .where('id', '=', ONLY_ID)
    .executeTakeFirst();
}

/** False if the row exists: at the first start, several workers may insert it. */
export async function insertAdminCredentials(
  db: Executor,
  row: { password_hash: string; updated_at: string },
): Promise<boolean> {
  const inserted = await db
    .insertInto('admin_credentials')
    .values({ id: ONLY_ID, token_generation: 1, ...row })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/**
 * Increments the token generation, which invalidates all earlier tokens. With `from`, replaces the password only if
 * the generation is still `from`; returns false otherwise.
 */
export async function replaceAdminPassword(
  db: Executor,
  row: { password_hash: string; updated_at: string },
  from?: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('admin_credentials')
    .set((eb) => ({ ...row, token_generation: eb('token_generation', '+', 1) }))
    .where('id', '=', ONLY_ID)
    .$if(from !== undefined, (update) => update.where('token_generation', '=', Number(from)))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
