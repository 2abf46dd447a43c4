import type { QueryResult } from 'kysely';
import { toSqliteParameter } from '../codecs.ts';
import type { StatementCache } from './statement-cache.ts';

/** Runs one statement on one connection; what a row holds is the caller's claim, made to Kysely's types. */
export function runPrepared<R>(
  cache: StatementCache,
  sql: string,
  parameters: readonly unknown[],
): QueryResult<R> {
  const { statement, decode } = cache.get(sql);
  const bound = parameters.map(toSqliteParameter);
  if (statement.reader) {
    const rows = statement.all(bound);
    decode(rows);
    return { rows: rows as R[] };
  }
  const { changes, lastInsertRowid } = statement.run(bound);
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
}
