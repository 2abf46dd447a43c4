import type { ServerDeps } from '#server/core/deps.ts';

/** Counting is slow with many files. */
const CACHE_MS = 60_000;

/** Total bytes of stored files; counted at most once a minute. */
export function createStorageSize({
  store,
  clock,
}: Pick<ServerDeps, 'store' | 'clock'>): () => Promise<number> {
  let known = Promise.resolve(0);
  let countedAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (clock.now() - countedAt >= CACHE_MS) {
      countedAt = clock.now();
      known = store.countBytes();
    }
    return known;
  };
}
