import type { Insertable, Updateable } from 'kysely';
import type { Database, Executor } from '#db/schema/database.ts';

type KioskUpdate = Updateable<Database['kiosks']>;

export async function findOwnKiosk(db: Executor) {
  return db.selectFrom('kiosks').selectAll().where('is_own', '=', true).executeTakeFirst();
}

export async function findKioskByToken(db: Executor, tokenHash: string) {
  return db.selectFrom('kiosks').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();
}

export type KioskRow = NonNullable<Awaited<ReturnType<typeof findOwnKiosk>>>;

export async function findKiosk(db: Executor, id: number): Promise<KioskRow | undefined> {
  return db.selectFrom('kiosks').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function insertKiosk(
  db: Executor,
  kiosk: Insertable<Database['kiosks']>,
): Promise<KioskRow> {
  return db.insertInto('kiosks').values(kiosk).returningAll().executeTakeFirstOrThrow();
}

export async function updateKiosk(db: Executor, id: number, changes: KioskUpdate): Promise<void> {
  await db.updateTable('kiosks').set(changes).where('id', '=', id).execute();
}

export async function deleteKiosk(db: Executor, id: number): Promise<void> {
  await db.deleteFrom('kiosks').where('id', '=', id).execute();
}

/** Replaces the code by the token; false if the code is unknown or expired. */
export async function redeemEnrolmentCode(
  db: Executor,
  { codeHash, tokenHash, notBefore }: { codeHash: string; tokenHash: string; notBefore: string },
): Promise<boolean> {
  const spent = await db
    .updateTable('kiosks')
    .set({ token_hash: tokenHash, code_hash: null })
    .where('code_hash', '=', codeHash)
    .where('created_at', '>', notBefore)
    .returning('id')
    .executeTakeFirst();
  return spent !== undefined;
}
