import type { QueryClient } from '@tanstack/react-query';

/** A line that never answers is no reason to wait for ever. */
const LONGEST_MS = 10_000;

/** Nothing that a screen shows is on its way any more: until then a slow line has nothing to spare. */
export function whenQuiet(client: QueryClient): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (client.isFetching() === 0) done();
    };
    const done = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(done, LONGEST_MS);
    const stop = client.getQueryCache().subscribe(look);
    look();
  });
}
