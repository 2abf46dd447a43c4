import { setImmediate as nextTurn } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Executor } from './schema/database.ts';

/** Limits the time a statement blocks others; about 10 ms on SQLite. */
const BATCH_ROWS = 500;
const LOG_BATCH_ROWS = 2_000;

interface BatchDelete {
  readonly table: keyof Database;
  /** Unique among the rows of `where`. */
  readonly key?: string;
  readonly where: RawBuilder<unknown>;
  /** Deletes the lowest keys first, where readers depend on the order. */
  readonly isOrdered?: boolean;
}

/**
 * Deletes many rows in batches and returns their number; without a surrounding transaction each batch has its own.
 * Other requests are handled between batches; cascaded deletes are not split.
 */
export async function deleteInBatches(
  db: Executor,
  { table: name, key = 'id', where, isOrdered = false }: BatchDelete,
): Promise<number> {
  const [table, column] = [sql.table(name), sql.ref(key)];
  const order = isOrdered ? sql`order by ${column}` : sql``;
  const batch = sql`select ${column} from ${table} where ${where} ${order} limit ${BATCH_ROWS}`;
  for (let deleted = 0; ; await nextTurn()) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${table} where ${where} and ${column} in (${batch})`.execute(db);
    deleted += Number(numAffectedRows);
    if (numAffectedRows < BATCH_ROWS) return deleted;
  }
}

/** Calls `work` for ranges of a log, oldest first; other requests are handled between them. */
export async function forEachLogRange(
  trx: Executor,
  log: 'audit_log' | 'change_log',
  work: (range: { from: number; to: number }) => Promise<unknown>,
): Promise<void> {
  const { first, last } = await trx
    .selectFrom(log)
    .select((eb) => [eb.fn.min<number>('id').as('first'), eb.fn.max<number>('id').as('last')])
    .executeTakeFirstOrThrow();
  for (let from = Number(first ?? 0); from <= Number(last ?? -1); from += LOG_BATCH_ROWS) {
    await work({ from, to: from + LOG_BATCH_ROWS - 1 });
    await nextTurn();
  }
}
