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
