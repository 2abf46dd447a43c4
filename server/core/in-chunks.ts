import { setImmediate } from 'node:timers/promises';

const CHUNK = 100;

/** Yields to the event loop between chunks: an SQLite statement blocks the process. */
export async function* inChunks<T>(rows: readonly T[]): AsyncGenerator<readonly T[]> {
  for (let from = 0; from < rows.length; from += CHUNK) {
    if (from > 0) await setImmediate();
    yield rows.slice(from, from + CHUNK);
  }
}
