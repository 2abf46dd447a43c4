/** As many rows as one statement of either engine can take of the widest table. */
export const AT_ONCE = 500;

/** What comes one by one, as it can be written. */
export async function* inBatches<T>(rows: AsyncIterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < AT_ONCE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
