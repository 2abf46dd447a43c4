import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../schema/database.ts';

/** Maximum number of rows of the widest table in one statement, on either engine. */
export const BATCH_ROWS = 500;

/** Collects rows into batches. */
export async function* inBatches<T>(rows: AsyncIterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < BATCH_ROWS) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Rows of a query on PostgreSQL in batches, through a cursor of the transaction. */
export async function* readCursor<R>(
  trx: Executor,
  name: string,
  query: RawBuilder<R>,
): AsyncGenerator<R[]> {
  const cursor = sql.id(name);
  await sql`declare ${cursor} no scroll cursor for ${query}`.execute(trx);
  for (;;) {
    const { rows } = await sql<R>`fetch ${sql.lit(BATCH_ROWS)} from ${cursor}`.execute(trx);
    if (rows.length === 0) break;
    yield rows;
  }
  await sql`close ${cursor}`.execute(trx);
}
