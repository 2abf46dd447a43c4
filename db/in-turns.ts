import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from './schema/database.ts';

/** About ten milliseconds on SQLite, where a statement holds up the whole process. */
const ROWS = 500;
const LOGGED_ROWS = 2_000;

/**
 * Deletes many rows within one transaction, `key` telling those of one `which` apart; between two
 * statements others are answered. What a foreign key takes along goes in one statement, however much it is.
 */
export async function deleteInTurns(
  trx: Kysely<Database>,
  { table, key, which }: { table: keyof Database; key: string; which: RawBuilder<unknown> },
): Promise<void> {
  const some = sql`select ${sql.ref(key)} from ${sql.table(table)} where ${which} limit ${ROWS}`;
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ${which} and ${sql.ref(key)} in (${some})`.execute(trx);
    if (numAffectedRows < ROWS) return;
    await nextTurn();
  }
}

/** Goes through a log that is looked at row by row, from its oldest to its newest, in the same way. */
export async function throughLog(
  trx: Kysely<Database>,
  log: 'audit_log' | 'change_log',
  work: (stretch: { from: number; to: number }) => Promise<unknown>,
): Promise<void> {
  const { first, last } = await trx
    .selectFrom(log)
    .select((eb) => [eb.fn.min<number>('id').as('first'), eb.fn.max<number>('id').as('last')])
    .executeTakeFirstOrThrow();
  for (let from = Number(first ?? 0); from <= Number(last ?? -1); from += LOGGED_ROWS) {
    await work({ from, to: from + LOGGED_ROWS - 1 });
    await nextTurn();
  }
}
