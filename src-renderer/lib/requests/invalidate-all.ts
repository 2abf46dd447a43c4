import type { Query, QueryClient } from '@tanstack/react-query';

/** Queries to refetch once their current fetch is done. */
const awaited = new WeakSet<Query>();

/**
 * Invalidates the queries under this key. An initial fetch in progress may be older than the change, and the query
 * client would treat it as current; so it is refetched when done. It is not cancelled: on a slow connection, frequent
 * edits by the owner would prevent a large library from ever loading.
 */
export function invalidateAll(client: QueryClient, queryKey: readonly unknown[]): void {
  const onTheirWay = client.getQueryCache().findAll({
    queryKey,
    fetchStatus: 'fetching',
    // No rows yet, or only those of the document or of a part.
    predicate: ({ state }) => state.dataUpdatedAt === 0,
  });
  void client.invalidateQueries({ queryKey, predicate: (query) => !onTheirWay.includes(query) });
  for (const query of onTheirWay) {
    if (awaited.has(query)) continue;
    awaited.add(query);
    const again = () => {
      awaited.delete(query);
      return client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    };
    void query.promise?.then(again, again);
  }
}
