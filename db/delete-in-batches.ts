import { setImmediate as nextTurn } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { AppDatabase } from './open.ts';
import type { Database } from './schema/database.ts';

/** As many as one write may take away before it lets others in; about 20 ms on SQLite. */
const BATCH = 1_000;

/**
 * Deletes `which` rows of a table with an `id` (`where …`, and `order by …` where the order matters to a
 * reader), and answers how many went. Each batch is a transaction of its own, and requests are answered
 * between two of them.
 */
export async function deleteInBatches(
  { kysely }: AppDatabase,
  table: keyof Database,
  which: RawBuilder<unknown>,
): Promise<number> {
  const batch = sql`select id from ${sql.table(table)} ${which} limit ${BATCH}`;
  let deleted = 0;
  for (;;) {
    const { numAffectedRows = 0n } =
      await sql`delete from ${sql.table(table)} where id in (${batch})`.execute(kysely);
    deleted += Number(numAffectedRows);
    if (numAffectedRows < BATCH) return deleted;
    await nextTurn();
  }
}
