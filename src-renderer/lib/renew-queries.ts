import type { Query, QueryClient } from '@tanstack/react-query';

/** To be asked for once more when they have come. */
const awaited = new WeakSet<Query>();

/**
 * What lies under this key is fetched again, because it has changed. A first answer that is still on its way may be older
 * than the change, and the query client would take it for the newest; so it is asked for once more when it has come. It is
 * not broken off: on a slow line an owner at work would keep her from ever seeing the end of a large library.
 */
export function renewQueries(client: QueryClient, queryKey: readonly unknown[]): void {
  const onTheirWay = client.getQueryCache().findAll({
    queryKey,
    fetchStatus: 'fetching',
    // Nothing yet, or what came with the document, or a part of it.
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
