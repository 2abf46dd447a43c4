import type { CompiledQuery, Kysely } from 'kysely';
import type { ChangeListener } from './change-feed.ts';
import type { DialectSql } from './queries/dialect-sql.ts';
import { type QueryListener, queryLog, withQueryLog } from './queries/query-log.ts';
import type { LongReadOptions, ReadOptions, RowsOf } from './queries/read-limit.ts';
import type { Database } from './schema/database.ts';
import { openSqlite } from './sqlite/open-sqlite.ts';

export type Engine = 'sqlite' | 'postgres';

export interface AppDatabase {
  readonly kysely: Kysely<Database>;
  /** For `db/*` only; other code uses Kysely queries that work on both engines, or `sql`. */
  readonly dialect: Engine;
  /** The file, or the address without its password: for messages to an operator. */
  readonly location: string;
  /** Expressions that the two engines spell differently. */
  readonly sql: DialectSql;
  /**
   * One transaction; BEGIN IMMEDIATE on SQLite. Inside it use `trx` for everything: a write through `kysely` would
   * deadlock.
   */
  transaction<T>(work: (trx: Kysely<Database>) => Promise<T>): Promise<T>;
  /**
   * One SELECT outside a transaction; fails with `ReadLimitError` when it exceeds its limit of time or size. A read not
   * known to be cheap runs where it blocks neither this process nor the pool.
   */
  read<R>(query: CompiledQuery<R>, options: ReadOptions): Promise<readonly R[]>;
  /**
   * Kysely for reads whose cost grows with the database, such as counting a table: each statement runs like a `read`
   * that is not cheap. No writes, no transactions.
   */
  reading(options: LongReadOptions): Kysely<Database>;
  /** Sizes of the tables, to estimate the cost of a read. */
  rowsOf(): Promise<RowsOf>;
  /** The highest committed id of `change_log`, including other processes: a key for caches. */
  latestChangeId(): Promise<number>;
  /** The synchronous variant (about 2 µs); SQLite only. */
  latestChangeIdSync?(): number;
  /** Calls back after `change_log` has grown: own commits at once, those of other processes within 250 ms. */
  onChange(listener: ChangeListener): () => void;
  /** A consistent copy of the running database as a file. SQLite only; PostgreSQL has pg_dump. */
  copyTo?(file: string): Promise<void>;
  /** Connections of the pool; PostgreSQL only. */
  poolState?(): { readonly open: number; readonly idle: number; readonly waiting: number };
  close(): Promise<void>;
}

export interface OpenOptions {
  onQuery?: QueryListener | undefined;
  /** `postgres://…` */
  url?: string;
  /** Timeout of a statement in a transaction on PostgreSQL; absent or 0: none. */
  statementMs?: number;
  /** Path of the SQLite file, or `:memory:`. Its folder is created if missing. */
  file?: string;
}

export async function openDatabase({
  url,
  file,
  statementMs = 0,
  onQuery,
}: OpenOptions): Promise<AppDatabase> {
  const log = queryLog(onQuery);
  if (url !== undefined) {
    // Loaded on demand: with SQLite the driver would cost memory and time at start.
    const { openPostgres } = await import('./postgres/open-postgres.ts');
    return logReads(await openPostgres(url, statementMs, log), onQuery);
  }
  if (file !== undefined) return logReads(openSqlite(file, log), onQuery);
  throw new Error('A database needs a url or a file.');
}

function logReads(db: AppDatabase, onQuery: QueryListener | undefined): AppDatabase {
  if (!onQuery) return db;
  const { read } = db;
  return {
    ...db,
    read: (query, options) => withQueryLog(onQuery, query, () => read(query, options)),
  };
}
