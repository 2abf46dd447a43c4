import type { Insertable, Selectable, Updateable } from 'kysely';
import { readConstraintViolation } from '#db/errors.ts';
import type { Database, Executor } from '#db/schema/database.ts';

type KioskUpdate = Updateable<Database['kiosks']>;

export type KioskRow = Selectable<Database['kiosks']>;

/** Finds the kiosk with this id or token, or the one on the server's machine. */
export function findKiosk(
  db: Executor,
  by: { id: number } | { token_hash: string } | { is_own: true },
): Promise<KioskRow | undefined> {
  return db
    .selectFrom('kiosks')
    .selectAll()
    .where((eb) => eb.and(by))
    .executeTakeFirst();
}

export async function insertKiosk(
  db: Executor,
  kiosk: Insertable<Database['kiosks']>,
): Promise<KioskRow> {
  return db.insertInto('kiosks').values(kiosk).returningAll().executeTakeFirstOrThrow();
}

/** False if the kiosk was removed. */
export async function updateKiosk(
  db: Executor,
  id: number,
  changes: KioskUpdate,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('kiosks')
    .set(changes)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** False if the kiosk was removed. */
export async function deleteKiosk(db: Executor, id: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('kiosks').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Replaces the code by the token; false if the code is unknown or expired, or the token is in use. */
export async function redeemEnrolmentCode(
  db: Executor,
  { codeHash, tokenHash, notBefore }: { codeHash: string; tokenHash: string; notBefore: string },
): Promise<boolean> {
  try {
    const spent = await db
      .updateTable('kiosks')
      .set({ token_hash: tokenHash, code_hash: null })
      .where('code_hash', '=', codeHash)
      .where('created_at', '>', notBefore)
      .returning('id')
      .executeTakeFirst();
    return spent !== undefined;
  } catch (error) {
    if (readConstraintViolation(error)?.kind === 'unique') return false;
    throw error;
  }
}
