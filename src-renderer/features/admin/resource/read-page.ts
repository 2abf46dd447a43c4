import { PostgrestError } from '@supabase/postgrest-js';
import { TABLE_ERROR } from '#contract/constants/error-codes.ts';
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

interface PageOptions {
  /** Zero-based. */
  readonly page: number;
  readonly perPage: number;
  readonly signal: AbortSignal;
}

export async function readPage<Row>(
  query: Pageable<Row>,
  { page, perPage, signal }: PageOptions,
): Promise<ListPage<Row>> {
  const first = page * perPage;
  const readRange = (from: number, to: number) =>
    query.range(from, to).abortSignal(signal).throwOnError();
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

/** Reads the first row; null without one. */
export async function readOne<Row>(
  query: Pageable<Row>,
  signal = new AbortController().signal,
): Promise<Row | null> {
  const { rows } = await readPage(query, { page: 0, perPage: 1, signal });
  return rows[0] ?? null;
}
