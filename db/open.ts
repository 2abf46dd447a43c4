import type { CompiledQuery, Kysely } from 'kysely';
import type { ChangeListener } from './change-feed.ts';
import type { DialectSql } from './dialect-sql.ts';
import { openPostgres } from './postgres/open-postgres.ts';
import type { ReplicaListener, ReplicaState } from './postgres/replica.ts';
import { type QueryListener, queryLog, toldOf } from './query-log.ts';
import type { LongReadOptions, ReadOptions, RowsOf } from './read-limit.ts';
import type { Database } from './schema/database.ts';
import { openSqlite } from './sqlite/open-sqlite.ts';

export type Engine = 'sqlite' | 'postgres';

export interface AppDatabase {
  readonly kysely: Kysely<Database>;
  /** For `db/*` only: everything else writes Kysely that both engines understand, or asks `sql`. */
  readonly dialect: Engine;
  /** The file, or the address without its password: for messages to an operator. */
  readonly location: string;
  /** Expressions that the two engines spell differently. */
  readonly sql: DialectSql;
  /**
   * One transaction; BEGIN IMMEDIATE on SQLite. Inside it use `trx` for everything: a write through
   * `kysely` would wait for this very transaction to end.
   */
  transaction<T>(work: (trx: Kysely<Database>) => Promise<T>): Promise<T>;
  /**
   * One SELECT outside a transaction, within limits of time and size; fails with `ReadLimitError` when it
   * meets one. What is not known to be cheap runs where it holds up neither this process nor the pool.
   */
  read<R>(query: CompiledQuery<R>, options: ReadOptions): Promise<readonly R[]>;
  /**
   * Kysely for reads that grow with the database, such as counting a table: each statement goes the way of
   * `read` that holds nobody up. No writes, no transactions.
   */
  reading(options: LongReadOptions): Kysely<Database>;
  /** How large the tables are, for judging beforehand what a read may cost. */
  rowsOf(): Promise<RowsOf>;
  /** The highest committed id of `change_log`, also that of other processes: a key for caches. */
  latestChangeId(): Promise<number>;
  /** The same at once (about 2 µs). Only SQLite can. */
  latestChangeIdSync?(): number;
  /** Calls back after `change_log` has grown: own commits at once, those of others within 250 ms. */
  onChange(listener: ChangeListener): () => void;
  /** A consistent copy of the running database as a file. Only SQLite; PostgreSQL has pg_dump. */
  copyTo?(file: string): Promise<void>;
  /** Connections of the pool. Only PostgreSQL has one. */
  poolState?(): { readonly open: number; readonly idle: number; readonly waiting: number };
  /** From now on this copy answers reads that say what they must see, while it can. Only PostgreSQL has them. */
  followReplica?(url: string, tell: ReplicaListener): void;
  /** Undefined while none is used. */
  replicaState?(): ReplicaState | undefined;
  close(): Promise<void>;
}

export interface OpenOptions {
  onQuery?: QueryListener | undefined;
  /** `postgres://…` */
  url?: string;
  /** How long a statement of a transaction may take on PostgreSQL; absent or 0: as long as it takes. */
  statementMs?: number;
  /** Path of the SQLite file, or `:memory:`. Its folder is made when absent. */
  file?: string;
}

export async function openDatabase({
  url,
  file,
  statementMs = 0,
  onQuery,
}: OpenOptions): Promise<AppDatabase> {
  const log = queryLog(onQuery);
  if (url !== undefined) return tellReads(await openPostgres(url, statementMs, log), onQuery);
  if (file !== undefined) return tellReads(openSqlite(file, log), onQuery);
  throw new Error('A database needs a url or a file.');
}

function tellReads(db: AppDatabase, onQuery: QueryListener | undefined): AppDatabase {
  if (!onQuery) return db;
  const { read } = db;
  return { ...db, read: (query, options) => toldOf(onQuery, query, () => read(query, options)) };
}
