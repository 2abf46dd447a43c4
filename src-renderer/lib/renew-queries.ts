import type { QueryClient } from '@tanstack/react-query';

/**
 * What lies under this key is fetched again, because it has changed. A first answer that is still on its way may be older
 * than the change, and the query client would take it for the newest; so it is asked for once more when it has come.
 */
export function renewQueries(client: QueryClient, queryKey: readonly unknown[]): void {
  const onTheirWay = client.getQueryCache().findAll({
    queryKey,
    fetchStatus: 'fetching',
    predicate: ({ state }) => state.data === undefined,
  });
  void client.invalidateQueries({ queryKey });
  for (const query of onTheirWay) {
    const again = () => client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    void query.promise?.then(again, again);
  }
}
