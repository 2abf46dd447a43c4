import type { Executor } from '#db/schema/database.ts';

/** Undefined for an unknown code. */
export async function findNumbersKey(db: Executor, id: number) {
  return db
    .selectFrom('centre_codes')
    .select(['id', 'centre_name', 'numbers_key'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function saveNumbersKey(trx: Executor, id: number, key: string | null) {
  await trx.updateTable('centre_codes').set({ numbers_key: key }).where('id', '=', id).execute();
}

export async function findNumbers(db: Executor, id: number) {
  return db
    .selectFrom('centre_codes')
    .select(['centre_name', 'uses_allowed', 'used_count', 'valid_until', 'ended_at', 'numbers_key'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Redemption times of existing accounts, without identities. */
export async function findUses(db: Executor, id: number): Promise<string[]> {
  const rows = await db
    .selectFrom('code_redemptions')
    .select('redeemed_at')
    .where('code_id', '=', id)
    .orderBy('redeemed_at')
    .execute();
  return rows.map(({ redeemed_at }) => redeemed_at);
}
