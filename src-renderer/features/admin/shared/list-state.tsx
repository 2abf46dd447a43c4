import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { EmptyState } from '#renderer/components/empty-state.tsx';
import { SkeletonRows } from '#renderer/components/skeleton.tsx';

export interface ListPage<Row> {
  readonly rows: readonly Row[];
  /** How many there are in all, of which `rows` is one page. */
  readonly total: number;
}

interface ListStateProps<Row> {
  query: UseQueryResult<ListPage<Row>>;
  /** What is so when there are no rows, and perhaps what to do. */
  emptyTitle: string;
  emptyText?: string;
  /** Given the rows when there are any. */
  children: (page: ListPage<Row>) => ReactNode;
}

/** On its way, did not arrive, nothing there, or the rows. */
export function ListState<Row>(props: ListStateProps<Row>) {
  const { query, emptyTitle, emptyText, children } = props;
  if (query.isPending) return <SkeletonRows rows={5} label="Loading..." />;
  if (query.isError) {
    return (
      <EmptyState land="dusk" title="This did not arrive" text={query.error.message}>
        <Button onClick={() => void query.refetch()}>Try again</Button>
      </EmptyState>
    );
  }
  if (query.data.total === 0)
    return <EmptyState land="field" title={emptyTitle} text={emptyText} />;
  return children(query.data);
}
