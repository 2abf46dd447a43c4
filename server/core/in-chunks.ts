import { setImmediate } from 'node:timers/promises';

const CHUNK = 100;

/** Between two chunks others get their turn: on SQLite a statement holds up the whole process. */
export async function* inChunks<T>(rows: readonly T[]): AsyncGenerator<readonly T[]> {
  for (let from = 0; from < rows.length; from += CHUNK) {
    if (from > 0) await setImmediate();
    yield rows.slice(from, from + CHUNK);
  }
}
