import { toJson } from '#db/codecs.ts';
import type { Executor } from '#db/schema/database.ts';

/** State stored as a row of `settings`, shared by all machines and readable by admins only. */
export async function findStoredState(db: Executor, key: string): Promise<unknown> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.value ?? null;
}

export async function saveStoredState(
  db: Executor,
  key: string,
  state: unknown,
  now: string,
): Promise<void> {
  const row = { value: toJson(state), updated_at: now };
  await db
    .insertInto('settings')
    .values({ key, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute();
}
