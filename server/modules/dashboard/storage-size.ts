import type { ServerDeps } from '#server/core/deps.ts';

/** Ten thousand files take a while, and nobody watches them grow by the second. */
const KEPT_MS = 60_000;

/** Bytes of all stored files; counted at most once a minute. */
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
