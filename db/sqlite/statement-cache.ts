import { findSqliteDecoder } from '../codecs.ts';
import { RecentlyUsed } from '../recently-used.ts';
import type { SqliteHandle, SqliteStatement } from './handle.ts';

export interface PreparedQuery {
  readonly statement: SqliteStatement;
  /** Turns stored values into run-time ones, in place. */
  decode(rows: Record<string, unknown>[]): void;
}

/** Characters of SQL: a prepared statement is larger than its text, and there is a cache for each connection. */
const LIMITS = { most: 500, mostWeight: 1_000_000 };

/** Preparing costs more than running a small query, so the most recent statements are kept. */
export class StatementCache {
  readonly #handle: SqliteHandle;
  readonly #prepared = new RecentlyUsed<PreparedQuery>(LIMITS);

  constructor(handle: SqliteHandle) {
    this.#handle = handle;
  }

  get(sql: string): PreparedQuery {
    const known = this.#prepared.find(sql);
    if (known) return known;
    const statement = this.#handle.prepare<unknown[], Record<string, unknown>>(sql);
    const query = { statement, decode: createDecoder(statement) };
    this.#prepared.keep(sql, query, sql.length);
    return query;
  }

  /** After a change of schema: what a column means is read from it when a statement is prepared. */
  clear(): void {
    this.#prepared.clear();
  }
}

/** Columns are recognised by where they come from, not by name, so an alias or a join changes nothing. */
function createDecoder(statement: SqliteStatement): PreparedQuery['decode'] {
  if (!statement.reader) return () => {};
  const encoded = statement.columns().flatMap(({ name, table, column }) => {
    const decode = findSqliteDecoder(table, column);
    return decode ? [{ name, decode }] : [];
  });
  if (encoded.length === 0) return () => {};
  return (rows) => {
    for (const row of rows) {
      for (const { name, decode } of encoded) row[name] = decode(row[name]);
    }
  };
}
