import type { ListPage } from './list-state.tsx';

/** A question to a table that also counts, up to which of its rows are wanted. */
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

interface Wanted {
  /** From 0. */
  readonly page: number;
  readonly perPage: number;
  readonly signal: AbortSignal;
}

export async function readPage<Row>(
  asked: Pageable<Row>,
  { page, perPage, signal }: Wanted,
): Promise<ListPage<Row>> {
  const first = page * perPage;
  const { data, count } = await asked
    .range(first, first + perPage - 1)
    .abortSignal(signal)
    .throwOnError();
  return { rows: data, total: count ?? data.length };
}
