import type { Insertable } from 'kysely';
import type { DialectSql } from '#db/queries/dialect-sql.ts';
import type { Database, Executor } from '#db/schema/database.ts';
import type { applyGift } from './plan-gift.ts';

/** Columns for admins, without the secret `numbers_key`. */
const COLUMNS = [
  'id',
  'centre_name',
  'code',
  'plan_type',
  'plan_length',
  'uses_allowed',
  'used_count',
  'valid_until',
  'ended_at',
  'created_at',
] as const;

/** Undefined if the code is taken. */
export async function insertCode(trx: Executor, row: Insertable<Database['centre_codes']>) {
  return trx
    .insertInto('centre_codes')
    .values(row)
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning(COLUMNS)
    .executeTakeFirst();
}

export async function findCodeById(trx: Executor, id: number) {
  return trx.selectFrom('centre_codes').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** Undefined if the code is unknown or already ended. */
export async function endCode(trx: Executor, id: number, now: string) {
  return trx
    .updateTable('centre_codes')
    .set({ ended_at: now })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning(COLUMNS)
    .executeTakeFirst();
}

export async function findCode(trx: Executor, code: string) {
  return trx.selectFrom('centre_codes').select(COLUMNS).where('code', '=', code).executeTakeFirst();
}

/** Locked until the transaction ends, so that a simultaneous change by an admin is not overwritten. */
export async function findPlan(trx: Executor, dialect: DialectSql, userId: string) {
  return trx
    .selectFrom('subscriptions')
    .select(['plan_type', 'status', 'start_date', 'end_date'])
    .where('user_id', '=', userId)
    .modifyEnd(dialect.forUpdate)
    .executeTakeFirst();
}

/** False if the user has redeemed this code before. */
export async function insertRedemption(
  trx: Executor,
  row: { code_id: number; user_id: string; redeemed_at: string },
): Promise<boolean> {
  const inserted = await trx
    .insertInto('code_redemptions')
    .values(row)
    .onConflict((conflict) => conflict.columns(['code_id', 'user_id']).doNothing())
    .returning('code_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** False if the code is used up, ended or expired. One statement, so that only one caller gets the last use. */
export async function consumeUse(trx: Executor, id: number, now: string): Promise<boolean> {
  const taken = await trx
    .updateTable('centre_codes')
    .set((eb) => ({ used_count: eb('used_count', '+', 1) }))
    .where('id', '=', id)
    .whereRef('used_count', '<', 'uses_allowed')
    .where('ended_at', 'is', null)
    .where('valid_until', '>=', now)
    .returning('id')
    .executeTakeFirst();
  return taken !== undefined;
}

export async function savePlan(
  trx: Executor,
  userId: string,
  plan: ReturnType<typeof applyGift>,
  now: string,
): Promise<void> {
  await trx
    .insertInto('subscriptions')
    .values({ ...plan, user_id: userId, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ...plan, updated_at: now }))
    .execute();
}
