import type { QueryClient } from '@tanstack/react-query';

/** Upper limit, for a connection that never responds. */
const TIMEOUT_MS = 10_000;

/** Resolves when no query of the screen is loading: until then, a slow connection has no capacity for prefetching. */
export function whenIdle(client: QueryClient): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (client.isFetching() === 0) done();
    };
    const done = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(done, TIMEOUT_MS);
    const stop = client.getQueryCache().subscribe(look);
    look();
  });
}
