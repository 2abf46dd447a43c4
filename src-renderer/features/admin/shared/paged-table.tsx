import type { UseQueryResult } from '@tanstack/react-query';
import { type Column, DataTable } from './data-table.tsx';
import { type ListPage, ListState } from './list-state.tsx';
import { Pager } from './pager.tsx';

interface PagedTableProps<Row> {
  query: UseQueryResult<ListPage<Row>>;
  emptyTitle: string;
  emptyText?: string;
  /** Names the table for a screen reader. */
  caption: string;
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string | number;
  /** The row that the side panel shows. */
  openKey?: string | number | undefined;
  /** From 0. */
  page: number;
  perPage: number;
  /** One of them, and several: 'person', 'people'. */
  what: readonly [one: string, several: string];
  onPage: (page: number) => void;
}

/** A list the server pages: on its way, empty, or its rows with the way to the next ones. */
export function PagedTable<Row>(props: PagedTableProps<Row>) {
  const {
    query,
    emptyTitle,
    emptyText,
    caption,
    columns,
    keyOf,
    openKey,
    page,
    perPage,
    what,
    onPage,
  } = props;
  return (
    <ListState
      query={query}
      emptyTitle={emptyTitle}
      {...(emptyText === undefined ? {} : { emptyText })}
    >
      {({ rows, total }) => (
        <>
          <DataTable
            caption={caption}
            rows={rows}
            keyOf={keyOf}
            openKey={openKey}
            columns={columns}
          />
          <Pager
            page={page}
            perPage={perPage}
            total={total}
            what={total === 1 ? what[0] : what[1]}
            onPage={onPage}
          />
        </>
      )}
    </ListState>
  );
}
