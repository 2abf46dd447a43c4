import { findSqliteDecoder } from '../codecs.ts';
import type { SqliteHandle, SqliteStatement } from './handle.ts';

export interface PreparedQuery {
  readonly statement: SqliteStatement;
  /** Turns stored values into run-time ones, in place. */
  decode(rows: Record<string, unknown>[]): void;
}

const CAPACITY = 500;

/** Preparing costs more than running a small query, so the most recent statements are kept. */
export class StatementCache {
  readonly #handle: SqliteHandle;
  readonly #prepared = new Map<string, PreparedQuery>();

  constructor(handle: SqliteHandle) {
    this.#handle = handle;
  }

  get(sql: string): PreparedQuery {
    const known = this.#prepared.get(sql);
    if (known) {
      // Re-inserting keeps the map in the order of last use.
      this.#prepared.delete(sql);
      this.#prepared.set(sql, known);
      return known;
    }
    const statement = this.#handle.prepare<unknown[], Record<string, unknown>>(sql);
    const query = { statement, decode: createDecoder(statement) };
    this.#prepared.set(sql, query);
    const [oldest] = this.#prepared.keys();
    if (this.#prepared.size > CAPACITY && oldest !== undefined) this.#prepared.delete(oldest);
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
