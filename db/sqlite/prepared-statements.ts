import type { QueryResult } from 'kysely';
import { LRUCache } from 'lru-cache';
import { findSqliteDecoder, toSqliteParameter } from '../codecs.ts';
import type { SqliteHandle, SqliteStatement } from './handle.ts';

interface PreparedQuery {
  readonly statement: SqliteStatement;
  /** Columns whose stored values need decoding. */
  readonly encoded: readonly { name: string; decode: (stored: unknown) => unknown }[];
}

/**
 * `maxSize` is in characters of SQL. A prepared statement takes more memory than its text, and each connection has a
 * cache.
 */
const LIMITS = { max: 500, maxSize: 1_000_000 };

/** Runs statements on one connection and keeps them prepared: preparing costs more than running a small query. */
export class PreparedStatements {
  readonly #handle: SqliteHandle;
  readonly #prepared = new LRUCache<string, PreparedQuery>({
    ...LIMITS,
    sizeCalculation: (_query, sql) => Math.max(1, sql.length),
  });

  constructor(handle: SqliteHandle) {
    this.#handle = handle;
  }

  isReadOnly(sql: string): boolean {
    return this.#get(sql).statement.readonly;
  }

  /** `R` is not checked: Kysely derives it from the query. */
  run<R>(sql: string, parameters: readonly unknown[]): QueryResult<R> {
    const { statement, encoded } = this.#get(sql);
    const bound = parameters.map(toSqliteParameter);
    if (statement.reader) {
      const rows = statement.all(bound);
      if (encoded.length > 0) {
        for (const row of rows) {
          for (const { name, decode } of encoded) row[name] = decode(row[name]);
        }
      }
      return { rows: rows as R[] };
    }
    const { changes, lastInsertRowid } = statement.run(bound);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  #get(sql: string): PreparedQuery {
    const known = this.#prepared.get(sql);
    if (known) return known;
    const statement = this.#handle.prepare<unknown[], Record<string, unknown>>(sql);
    // Looked up by table and column, not by result name, so that aliases and joins work.
    const columns = statement.reader ? statement.columns() : [];
    const encoded = columns.flatMap(({ name, table, column }) => {
      const decode = findSqliteDecoder(table, column);
      return decode ? [{ name, decode }] : [];
    });
    const query = { statement, encoded };
    this.#prepared.set(sql, query);
    return query;
  }
}
