import type { CompiledQuery, QueryResult } from 'kysely';
import { LRUCache } from 'lru-cache';
import { findSqliteDecoder, toSqliteParameter } from '../codecs.ts';
import { ReadLimitError } from '../queries/read-limit.ts';
import type { SqliteHandle, SqliteStatement } from './handle.ts';

/** Limits of one running statement. */
interface Budget {
  /** In `performance.now()` time. */
  readonly until: number;
  /** Applies separately to the requested rows and to the lists of each embed. */
  readonly maxBytes: number;
  readonly maxSteps?: number;
  readonly isCancelled?: () => boolean;
}

interface PreparedQuery {
  readonly statement: SqliteStatement;
  /** Columns whose stored values need decoding. */
  readonly encoded: readonly { name: string; decode: (stored: unknown) => unknown }[];
}

/**
 * `maxSize` is in characters of SQL. A prepared statement takes more memory than its text, and each connection has a
 * cache.
 */
const CACHE_LIMITS = { max: 500, maxSize: 1_000_000 };

/**
 * Runs statements on one connection. Keeps them prepared, because preparing costs more than running a small query.
 *
 * Limits them by a budget. JavaScript cannot interrupt a SQLite statement, but functions that the statement calls can
 * throw: `read_step()` for each row of a scan that may be long, and `read_size(level, bytes)` for each addition to a
 * response.
 */
export class Connection {
  readonly handle: SqliteHandle;
  readonly #prepared = new LRUCache<string, PreparedQuery>({
    ...CACHE_LIMITS,
    sizeCalculation: (_query, sql) => Math.max(1, sql.length),
  });
  #budget: Budget | undefined;
  #steps = 0;
  #bytes: number[] = [];

  constructor(handle: SqliteHandle) {
    this.handle = handle;
    handle.function('read_step', () => this.#step());
    handle.function('read_size', (level: number, bytes: number) => this.#add(level, bytes));
  }

  isReadOnly(sql: string): boolean {
    return (this.#prepared.get(sql) ?? this.#prepare(sql)).statement.readonly;
  }

  /** Without a budget, nothing is limited. `R` is not checked: Kysely derives it from the query. */
  run<R>(
    { sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>,
    budget?: Budget,
  ): QueryResult<R> {
    this.#budget = budget;
    this.#steps = 0;
    this.#bytes = [];
    const { statement, encoded } = this.#prepared.get(sql) ?? this.#prepare(sql);
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

  #prepare(sql: string): PreparedQuery {
    const statement = this.handle.prepare<unknown[], Record<string, unknown>>(sql);
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

  #step(): 1 {
    const budget = this.#budget;
    if (budget === undefined) return 1;
    this.#steps += 1;
    if (this.#steps > (budget.maxSteps ?? Number.POSITIVE_INFINITY))
      throw new ReadLimitError('size');
    if (performance.now() > budget.until) throw new ReadLimitError('time');
    if (budget.isCancelled?.()) throw new ReadLimitError('disconnected');
    return 1;
  }

  #add(level: number, bytes: number): 1 {
    const sum = (this.#bytes[level] ?? 0) + bytes;
    this.#bytes[level] = sum;
    if (this.#budget !== undefined && sum > this.#budget.maxBytes) throw new ReadLimitError('size');
    return 1;
  }
}
