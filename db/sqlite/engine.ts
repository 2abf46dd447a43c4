import { setTimeout as sleep } from 'node:timers/promises';
import type { CompiledQuery, QueryResult } from 'kysely';
import { toSqliteParameter } from '../codecs.ts';
import { explainForeignKeyFailure } from './foreign-key-failure.ts';
import {
  IN_MEMORY,
  isBusy,
  isForeignKeyFailure,
  openReader,
  openWriter,
  type SqliteHandle,
} from './handle.ts';
import { StatementCache } from './statement-cache.ts';
import { WriteLock } from './write-lock.ts';

/** How long a write waits for other processes before SQLITE_BUSY reaches the caller. */
const BUSY_LIMIT_MS = 10_000;
const SCHEMA_CHANGE = /^\s*(create|drop|alter|attach|detach|vacuum)\b/i;
const READING = /^\s*(select|with|values|explain)\b/i;

/**
 * One SQLite database in this process: a connection that writes, behind a lock that is held for the
 * whole of a transaction, and a read-only connection for everything else. `:memory:` has only the first.
 */
export class SqliteEngine {
  readonly #writer: SqliteHandle;
  readonly #reader: SqliteHandle | undefined;
  readonly #writes: StatementCache;
  readonly #reads: StatementCache | undefined;
  readonly #lock = new WriteLock();
  readonly #afterCommit: () => void;
  #latestId: { get(): unknown } | undefined;
  #isInTransaction = false;
  #idBeforeTransaction = 0;

  constructor(file: string, afterCommit: () => void) {
    this.#afterCommit = afterCommit;
    this.#writer = openWriter(file);
    this.#writes = new StatementCache(this.#writer);
    if (file !== IN_MEMORY) {
      this.#reader = openReader(file);
      this.#reads = new StatementCache(this.#reader);
      // From here on waiting is ours: SQLite's own sleep would hold up every request of this process.
      this.#writer.pragma('busy_timeout = 4');
    }
  }

  async begin(): Promise<void> {
    await this.#lock.acquire();
    try {
      if (!this.#reader) this.#idBeforeTransaction = this.latestChangeId();
      // IMMEDIATE, so that two transactions never both read first and then fight about writing.
      await this.#patiently(() => this.#writer.exec('begin immediate'));
      this.#isInTransaction = true;
    } catch (error) {
      this.#lock.release();
      throw error;
    }
  }

  /** When this throws the transaction is still open and must be rolled back. */
  commit(): void {
    this.#writer.exec('commit');
    this.#endTransaction();
    this.#afterCommit();
  }

  rollback(): void {
    try {
      // A full disk, for one, makes SQLite roll back by itself.
      if (this.#writer.inTransaction) this.#writer.exec('rollback');
    } finally {
      this.#endTransaction();
    }
  }

  #endTransaction(): void {
    this.#isInTransaction = false;
    this.#lock.release();
  }

  /** For the holder of the open transaction. */
  runInTransaction<R>(query: CompiledQuery): QueryResult<R> {
    return this.#run(this.#writes, query);
  }

  /** Outside a transaction. Reads do not wait for the one that may be open elsewhere. */
  async run<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#reads && isRead(query, this.#reads)) return this.#run(this.#reads, query);
    if (!this.#lock.tryAcquire()) await this.#lock.acquire();
    try {
      return await this.#patiently(() => this.#run<R>(this.#writes, query));
    } finally {
      this.#lock.release();
      this.#afterCommit();
    }
  }

  #run<R>(cache: StatementCache, query: CompiledQuery): QueryResult<R> {
    const { statement, decode } = cache.get(query.sql);
    const parameters = query.parameters.map(toSqliteParameter);
    try {
      if (statement.reader) {
        const rows = statement.all(parameters);
        decode(rows);
        // What a row holds is the caller's claim, made to Kysely's types.
        return { rows: rows as R[] };
      }
      const { changes, lastInsertRowid } = statement.run(parameters);
      if (SCHEMA_CHANGE.test(query.sql)) this.#forgetStatements();
      return {
        rows: [],
        numAffectedRows: BigInt(changes),
        insertId: BigInt(lastInsertRowid),
      };
    } catch (error) {
      if (isForeignKeyFailure(error)) {
        explainForeignKeyFailure(error, this.#writer, query.sql, parameters);
      }
      throw error;
    }
  }

  /** Tries again while another process holds the write lock, without blocking this one meanwhile. */
  async #patiently<T>(attempt: () => T): Promise<T> {
    const deadline = Date.now() + BUSY_LIMIT_MS;
    for (;;) {
      try {
        return attempt();
      } catch (error) {
        if (!isBusy(error) || Date.now() > deadline) throw error;
        await sleep(1 + Math.random() * 10);
      }
    }
  }

  #forgetStatements(): void {
    this.#writes.clear();
    this.#reads?.clear();
  }

  /** The highest id ever given to a committed change, also when its row has been pruned since. */
  latestChangeId(): number {
    // Reading on the writing connection would show what an open transaction may yet take back.
    if (this.#isInTransaction && !this.#reader) return this.#idBeforeTransaction;
    try {
      // Kept apart from the cache: this is asked for every request.
      this.#latestId ??= (this.#reader ?? this.#writer)
        .prepare("select seq from sqlite_sequence where name = 'change_log'")
        .pluck();
      return Number(this.#latestId.get() ?? 0);
    } catch (error) {
      if (error instanceof Error && error.message.includes('no such table')) return 0;
      throw error;
    }
  }

  close(): void {
    this.#reader?.close();
    this.#writer.close();
  }
}

function isRead({ query, sql }: CompiledQuery, reads: StatementCache): boolean {
  if (query.kind === 'SelectQueryNode') return true;
  return query.kind === 'RawNode' && READING.test(sql) && reads.get(sql).statement.readonly;
}
