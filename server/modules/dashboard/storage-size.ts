import type { ServerDeps } from '#server/core/deps.ts';

/** Counting ten thousand files takes a while. */
const KEPT_MS = 60_000;

/** Total bytes of stored files; counted at most once a minute. */
export function createStorageSize({
  store,
  clock,
}: Pick<ServerDeps, 'store' | 'clock'>): () => Promise<number> {
  let known = Promise.resolve(0);
  let countedAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (clock.now() - countedAt >= KEPT_MS) {
      countedAt = clock.now();
      known = store.countBytes();
    }
    return known;
  };
}
