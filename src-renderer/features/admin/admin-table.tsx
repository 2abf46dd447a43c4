import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { EmptyState } from '#renderer/components/empty-state.tsx';
import { SkeletonRows } from '#renderer/components/skeleton.tsx';
import { useAdminBackend } from './admin-session.ts';

const PAGE = 50;

export interface AdminRows<Row> {
  readonly rows: readonly Row[];
  /** How many there are in all, of which `rows` may be the first. */
  readonly total: number;
}

/** The newest rows of a table, by the named column. */
export function useAdminRows<Row>(table: string, newestBy: string): UseQueryResult<AdminRows<Row>> {
  const { tables } = useAdminBackend();
  return useQuery({
    queryKey: ['admin', table],
    queryFn: async (): Promise<AdminRows<Row>> => {
      const { data, count } = await tables
        .from(table)
        .select('*', { count: 'exact' })
        .order(newestBy, { ascending: false })
        .limit(PAGE)
        .throwOnError();
      return { rows: data, total: count ?? data.length };
    },
  });
}

interface AdminTableProps<Row> {
  /** Names the table for a screen reader, and what is missing when it is empty. */
  caption: string;
  query: UseQueryResult<AdminRows<Row>>;
  columns: readonly { header: string; cell: (row: Row) => ReactNode }[];
  keyOf: (row: Row) => string | number;
}

export function AdminTable<Row>({ caption, query, columns, keyOf }: AdminTableProps<Row>) {
  if (query.isPending) return <SkeletonRows rows={4} label="Loading..." />;
  if (query.isError) {
    return (
      <EmptyState light="hidden" title="This did not arrive" text={query.error.message}>
        <Button onClick={() => void query.refetch()}>Try again</Button>
      </EmptyState>
    );
  }
  const { rows, total } = query.data;
  if (rows.length === 0) return <EmptyState title={`No ${caption.toLowerCase()} yet`} />;
  return (
    <>
      <div className="a-scroll">
        <table className="table">
          <caption className="sr">{caption}</caption>
          <thead>
            <tr>
              {columns.map(({ header }) => (
                <th key={header} scope="col">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={keyOf(row)}>
                {columns.map(({ header, cell }) => (
                  <td key={header}>{cell(row)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="small quiet num">
        {rows.length < total ? `The first ${rows.length} of ${total}` : `${total} in all`}
      </p>
    </>
  );
}
