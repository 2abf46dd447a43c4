import type { Query, QueryClient } from '@tanstack/react-query';

/** Queries to refetch once their current fetch is done. */
const planned = new WeakSet<Query>();

/**
 * Invalidates the queries under this key. An initial fetch in progress may be older than the change, and the query
 * client would treat its rows as current, so the query is refetched afterwards. The fetch is not cancelled: on a slow
 * connection, frequent edits by the owner would prevent a large library from ever loading.
 */
export function invalidateAll(client: QueryClient, queryKey: readonly unknown[]): void {
  const inFlight = client.getQueryCache().findAll({
    queryKey,
    fetchStatus: 'fetching',
    // Zero before the first complete fetch, even with rows from the document or from a partial fetch.
    predicate: ({ state }) => state.dataUpdatedAt === 0,
  });
  void client.invalidateQueries({ queryKey, predicate: (query) => !inFlight.includes(query) });
  for (const query of inFlight) {
    if (planned.has(query)) continue;
    planned.add(query);
    const refetch = () => {
      planned.delete(query);
      return client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    };
    void query.promise?.then(refetch, refetch);
  }
}

/** Call when requests may succeed again. */
export function refetchFailed(client: QueryClient): void {
  void client.invalidateQueries({ predicate: ({ state }) => state.error !== null });
}
