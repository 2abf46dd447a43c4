import { PostgrestError } from '@supabase/postgrest-js';
import { TABLE_ERROR } from '#contract/constants/error-codes.ts';
import type { Sort } from './data-table.tsx';
import type { ListPage } from './list-state.tsx';

/** A query that can be limited to a range of rows and counts them all. */
interface Pageable<Row> {
  range(
    from: number,
    to: number,
  ): {
    abortSignal(signal: AbortSignal): {
      throwOnError(): PromiseLike<{ data: Row[]; count: number | null }>;
    };
  };
}

interface Sortable<Row> extends Pageable<Row> {
  order(column: string, options?: { ascending?: boolean }): Sortable<Row>;
}

interface PageOptions {
  readonly sort: Sort;
  /** Zero-based. */
  readonly page: number;
  readonly perPage: number;
}

export async function readPage<Row>(
  query: Sortable<Row>,
  { sort, page, perPage }: PageOptions,
  signal: AbortSignal,
): Promise<ListPage<Row>> {
  const first = page * perPage;
  // The id keeps rows with equal values in the same order on all pages.
  const sorted = query.order(sort.by, { ascending: !sort.isDescending }).order('id');
  const readRange = (from: number, to: number) =>
    sorted.range(from, to).abortSignal(signal).throwOnError();
  try {
    const { data, count } = await readRange(first, first + perPage - 1);
    return { rows: data, total: count ?? data.length };
  } catch (error) {
    const isBeyondTheEnd =
      error instanceof PostgrestError && error.code === TABLE_ERROR.invalidRange;
    if (!isBeyondTheEnd) throw error;
    const { count } = await readRange(0, 0);
    return { rows: [], total: count ?? 0 };
  }
}

/** Reads a row; null when it does not exist. */
export async function readRow<Row>(
  query: { eq(column: 'id', value: number): Pageable<Row> },
  id: string | number,
  signal = new AbortController().signal,
): Promise<Row | null> {
  const row = query.eq('id', Number(id)).range(0, 0);
  const { data } = await row.abortSignal(signal).throwOnError();
  return data[0] ?? null;
}
