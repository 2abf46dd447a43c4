import type { Insertable, Selectable } from 'kysely';
import type { Executor } from '#db/schema/database.ts';
import type { HandOversTable } from '#db/schema/hand-overs.ts';

export type HandOverRow = Selectable<HandOversTable>;

/** False if the code is taken. */
export async function insertHandOver(
  db: Executor,
  row: Insertable<HandOversTable>,
): Promise<boolean> {
  const inserted = await db
    .insertInto('hand_overs')
    .values(row)
    .onConflict((conflict) => conflict.column('code_hash').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Deletes unused codes, because each user, and the signed-out screen, has at most one. */
export async function deleteOpenHandOvers(db: Executor, userId: string | null): Promise<void> {
  const open = db.deleteFrom('hand_overs').where('used_at', 'is', null);
  await (userId === null
    ? open.where('goes_to', '=', 'screen')
    : open.where('goes_to', '=', 'phone').where('user_id', '=', userId)
  ).execute();
}

export function findHandOver(
  db: Executor,
  by: { code_hash: string } | { secret_hash: string },
): Promise<HandOverRow | undefined> {
  return db
    .selectFrom('hand_overs')
    .selectAll()
    .where((eb) => eb.and(by))
    .executeTakeFirst();
}

/** True for exactly one of concurrent callers, who may use the code. */
export async function consumeHandOver(db: Executor, id: string, now: string): Promise<boolean> {
  const row = await db
    .updateTable('hand_overs')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The first approval wins; false for later ones. */
export async function approveScreen(
  db: Executor,
  id: string,
  person: { user_id: string; session_id: string | null },
  now: string,
): Promise<boolean> {
  const row = await db
    .updateTable('hand_overs')
    .set(person)
    .where('id', '=', id)
    .where('user_id', 'is', null)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteHandOver(db: Executor, secretHash: string): Promise<void> {
  await db.deleteFrom('hand_overs').where('secret_hash', '=', secretHash).execute();
}
