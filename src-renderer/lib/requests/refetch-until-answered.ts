import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

/** Time until a retry: a request on a dead connection neither succeeds nor fails. */
const RETRY_MS = 10_000;

const refetching = new WeakSet<Query>();

/** True for network errors and gateway errors: errors of our server have a code. */
export const isUnanswered = (error: unknown): boolean => !Reflect.get(Object(error), 'code');

/**
 * Refetches the query until the server responds: after a network error, only the server knows whether a write was
 * applied.
 */
export function refetchUntilAnswered(client: QueryClient, queryKey: QueryKey): void {
  const query = client.getQueryCache().find({ queryKey });
  if (!query || refetching.has(query)) return;
  refetching.add(query);
  const refetch = () => {
    const timer = setTimeout(retry, RETRY_MS);
    const stop = () => {
      clearTimeout(timer);
      refetching.delete(query);
    };
    client
      .refetchQueries({ queryKey, exact: true }, { throwOnError: true })
      .then(stop, (error: unknown) => isUnanswered(error) || stop());
  };
  const retry = () => {
    // A refetch would overwrite optimistic updates still in flight.
    if (client.isMutating() > 0) setTimeout(retry, RETRY_MS);
    else refetch();
  };
  refetch();
}
