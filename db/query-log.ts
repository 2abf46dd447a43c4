import type { CompiledQuery, KyselyConfig } from 'kysely';

/** Told of every statement when it is over. */
export type QueryListener = (query: { sql: string; ms: number; hasFailed: boolean }) => void;

/** The part of Kysely's configuration that says who hears of statements. */
export type QueryLog = Pick<KyselyConfig, 'log'>;

/** Without a listener nothing is measured. */
export function queryLog(onQuery: QueryListener | undefined): QueryLog {
  if (!onQuery) return {};
  return {
    log: ({ level, query, queryDurationMillis }) =>
      onQuery({ sql: query.sql, ms: queryDurationMillis, hasFailed: level === 'error' }),
  };
}

/** The same for reads that go past Kysely. */
export async function toldOf<T>(
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
