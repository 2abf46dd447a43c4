import type { CompiledQuery, KyselyConfig } from 'kysely';

/** Called after every statement. */
export type QueryListener = (query: { sql: string; ms: number; hasFailed: boolean }) => void;

/** The logging part of Kysely's configuration. */
export type QueryLog = Pick<KyselyConfig, 'log'>;

/** Measures nothing without a listener. */
export function queryLog(onQuery: QueryListener | undefined): QueryLog {
  if (!onQuery) return {};
  return {
    log: ({ level, query, queryDurationMillis }) =>
      onQuery({ sql: query.sql, ms: queryDurationMillis, hasFailed: level === 'error' }),
  };
}

/** Calls the listener for a read that does not go through Kysely. */
export async function withQueryLog<T>(
  onQuery: QueryListener,
  { sql }: CompiledQuery,
  work: () => Promise<T>,
): Promise<T> {
  const startedAt = performance.now();
  let hasFailed = true;
  try {
    const result = await work();
    hasFailed = false;
    return result;
  } finally {
    onQuery({ sql, ms: performance.now() - startedAt, hasFailed });
  }
}
