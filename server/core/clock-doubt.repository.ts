import type { Kysely } from 'kysely';
import type { Database } from '#db/schema/database.ts';

/** The row of `leases` that says when the clock was last looked at and believed. Nobody ever holds it. */
const TASK = 'clock';

/** When the clock was last believed, as ISO 8601; undefined on a database that never asked. */
export async function findLastBelieved(db: Kysely<Database>): Promise<string | undefined> {
  const row = await db
    .selectFrom('leases')
    .select('done_at')
    .where('task', '=', TASK)
    .executeTakeFirst();
  return row?.done_at ?? undefined;
}

/** Notes that the clock was believed at `now`, in milliseconds. */
export async function saveLastBelieved(db: Kysely<Database>, now: number): Promise<void> {
  const at = new Date(now).toISOString();
  const row = { holder: TASK, held_until: at, done_at: at };
  await db
    .insertInto('leases')
    .values({ task: TASK, ...row })
    .onConflict((conflict) => conflict.column('task').doUpdateSet(row))
    .execute();
}
