import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EmptyState } from '#renderer/components/messages/empty-state.tsx';
import { SkeletonRows } from '#renderer/components/skeleton.tsx';

export interface ListPage<Row> {
  readonly rows: readonly Row[];
  /** Count over all pages; `rows` is one page. */
  readonly total: number;
}

interface ListStateProps<Row> {
  query: UseQueryResult<ListPage<Row>>;
  emptyTitle: string;
  emptyText?: string | undefined;
  emptyAction?: ReactNode;
  /** Called when there are rows. */
  children: (page: ListPage<Row>) => ReactNode;
}

/** Loading, error, empty, or the rows, which stay when they cannot be refetched. */
export function ListState<Row>(props: ListStateProps<Row>) {
  const { query, emptyTitle, emptyText, emptyAction, children } = props;
  if (query.isPending) return <SkeletonRows rows={5} />;
  if (query.isLoadingError) {
    return (
      <EmptyState
        title="Couldn’t load the list"
        text={query.error.message}
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (query.data.total === 0) {
    return (
      <EmptyState illustration="field" title={emptyTitle} text={emptyText}>
        {emptyAction}
      </EmptyState>
    );
  }
  return children(query.data);
}
