/** So many rows of a file are written at one go; between two of them others get their turn. */
const CHUNK = 100;

export function* chunksOf<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < rows.length; from += CHUNK) yield rows.slice(from, from + CHUNK);
}
