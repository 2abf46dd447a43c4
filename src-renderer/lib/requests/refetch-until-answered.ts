import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

/** A request stuck in a dead connection does not notice a new one. */
const AGAIN_MS = 10_000;

const asking = new WeakSet<Query>();

/** True for network errors and gateway errors: errors of our server have a code. */
export const isUnanswered = (error: unknown): boolean => !Reflect.get(Object(error), 'code');

/**
 * Refetches the query until the server responds: after a network error, only the server knows whether a write was
 * applied.
 */
export function refetchUntilAnswered(client: QueryClient, queryKey: QueryKey): void {
  const query = client.getQueryCache().find({ queryKey });
  if (!query || asking.has(query)) return;
  asking.add(query);
  const ask = () => {
    const timer = setTimeout(askAgain, AGAIN_MS);
    const rest = () => {
      clearTimeout(timer);
      asking.delete(query);
    };
    client
      .refetchQueries({ queryKey, exact: true }, { throwOnError: true })
      .then(rest, (error: unknown) => isUnanswered(error) || rest());
  };
  const askAgain = () => {
    // A refetch would overwrite optimistic updates still in flight.
    if (client.isMutating() > 0) setTimeout(askAgain, AGAIN_MS);
    else ask();
  };
  ask();
}
