import { setTimeout as sleep } from 'node:timers/promises';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { LRUCache } from 'lru-cache';
import { ReadLimitError, type ReadOptions } from '../queries/read-limit.ts';
import { IN_MEMORY, isBusy, openReader, openWriter, type SqliteHandle } from './handle.ts';
import { PreparedStatements } from './prepared-statements.ts';
import { ReadGuard } from './read-guard.ts';
import { ReadWorkers } from './read-workers.ts';
import { WriteLock } from './write-lock.ts';

/** How long a write waits for other processes before SQLITE_BUSY reaches the caller. */
const BUSY_LIMIT_MS = 10_000;
/** Time limit of a cheap read on this thread, before it is repeated on a worker. */
const CHEAP_READ_MS = 20;
const CHEAP_READ_BYTES = 4 * 1024 * 1024;
/** Limits of the rows that a write returns: a write cannot move to a worker, and it blocks others. */
const WRITE_BUDGET = {
  until: Number.POSITIVE_INFINITY,
  maxBytes: 4 * 1024 * 1024,
  maxSteps: 10_000,
};
/** Fresh enough to estimate the cost of a read. */
const SIZES_TTL_MS = 2_000;
const READING = /^\s*(select|with|values|explain)\b/i;

/** Kysely's connection during a query or a transaction; the real connections are shared. */
interface Lease extends DatabaseConnection {
  isInTransaction: boolean;
}

/** The read connections of a database in a file. */
interface ReadConnection {
  readonly handle: SqliteHandle;
  readonly statements: PreparedStatements;
  readonly guard: ReadGuard;
  readonly workers: ReadWorkers;
}

/**
 * One SQLite database in this process, as Kysely's driver: a write connection, locked for the whole of a transaction,
 * and a read-only connection for everything else. `:memory:` has only the first.
 */
export class SqliteEngine implements Driver {
  readonly #writer: SqliteHandle;
  readonly #writes: PreparedStatements;
  readonly #writeGuard: ReadGuard;
  readonly #reading: ReadConnection | undefined;
  readonly #lock = new WriteLock();
  readonly #afterCommit: () => void;
  #latestId: { get(): unknown } | undefined;
  #isInTransaction = false;
  #idBeforeTransaction = 0;
  readonly #sizes = new LRUCache<string, number>({ max: 100, ttl: SIZES_TTL_MS });

  constructor(file: string, afterCommit: () => void) {
    this.#afterCommit = afterCommit;
    this.#writer = openWriter(file);
    this.#writes = new PreparedStatements(this.#writer);
    this.#writeGuard = new ReadGuard(this.#writer);
    if (file !== IN_MEMORY) {
      const handle = openReader(file);
      this.#reading = {
        handle,
        statements: new PreparedStatements(handle),
        guard: new ReadGuard(handle),
        workers: new ReadWorkers(file),
      };
      // From here on `#retryWhileBusy` waits instead: SQLite's own busy wait would block the process.
      this.#writer.pragma('busy_timeout = 4');
    }
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Lease> {
    const lease: Lease = {
      isInTransaction: false,
      executeQuery: async <R>(query: CompiledQuery) =>
        lease.isInTransaction
          ? this.#writeGuard.run(WRITE_BUDGET, () => run<R>(this.#writes, query))
          : this.#runAlone<R>(query),
      // An open cursor would freeze the snapshot of other reads.
      streamQuery() {
        throw new Error('Rows are not streamed here.');
      },
    };
    return lease;
  }

  async releaseConnection(lease: Lease): Promise<void> {
    if (lease.isInTransaction) await this.rollbackTransaction(lease);
  }

  async beginTransaction(lease: Lease): Promise<void> {
    await this.#lock.acquire();
    try {
      if (!this.#reading) this.#idBeforeTransaction = this.latestChangeId();
      // IMMEDIATE, so that two transactions never both read first and then conflict on writing.
      await this.#retryWhileBusy(() => this.#writer.exec('begin immediate'));
      this.#isInTransaction = true;
      lease.isInTransaction = true;
    } catch (error) {
      this.#lock.release();
      throw error;
    }
  }

  /** When it throws, the transaction is still open and must be rolled back. */
  async commitTransaction(lease: Lease): Promise<void> {
    this.#writer.exec('commit');
    this.#endTransaction(lease);
    this.#afterCommit();
  }

  async rollbackTransaction(lease: Lease): Promise<void> {
    if (!lease.isInTransaction) return;
    try {
      // SQLite rolls back automatically on some errors, such as a full disk.
      if (this.#writer.inTransaction) this.#writer.exec('rollback');
    } finally {
      this.#endTransaction(lease);
    }
  }

  #endTransaction(lease: Lease): void {
    lease.isInTransaction = false;
    this.#isInTransaction = false;
    this.#lock.release();
  }

  /** A read within limits: on this thread if cheap, else on a worker. */
  async read<R>(query: CompiledQuery, options: ReadOptions): Promise<R[]> {
    if (!this.#reading) return this.#readInMemory(query, options);
    const { statements, guard, workers } = this.#reading;
    const { sql, parameters } = query;
    if (options.isCheap) {
      const budget = { until: performance.now() + CHEAP_READ_MS, maxBytes: CHEAP_READ_BYTES };
      try {
        return guard.run(budget, () => run<R>(statements, query).rows);
      } catch (error) {
        if (!(error instanceof ReadLimitError)) throw error;
      }
    }
    return workers.read(sql, parameters, options);
  }

  /** The single connection of an in-memory database cannot be shared with a worker. */
  async #readInMemory<R>(query: CompiledQuery, options: ReadOptions): Promise<R[]> {
    const { limitMs, maxBytes, signal } = options;
    await this.#lock.acquire();
    try {
      const budget = {
        until: performance.now() + limitMs,
        maxBytes,
        isCancelled: () => signal?.aborted === true,
      };
      return this.#writeGuard.run(budget, () => run<R>(this.#writes, query).rows);
    } finally {
      this.#lock.release();
    }
  }

  /** The highest row id: an upper bound of the number of rows, found in constant time. */
  rowsOf(table: string): number {
    const known = this.#sizes.get(table);
    if (known !== undefined) return known;
    const statements = this.#reading?.statements ?? this.#writes;
    const found = statements.run<{ rows: number | null }>(
      `select max(rowid) as rows from "${table.replaceAll('"', '""')}"`,
      [],
    );
    const rows = found.rows[0]?.rows ?? 0;
    this.#sizes.set(table, rows);
    return rows;
  }

  /** Outside a transaction. Reads do not wait for an open transaction. */
  async #runAlone<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const reads = this.#reading?.statements;
    const { kind } = query.query;
    const mayRead = kind === 'RawNode' && READING.test(query.sql);
    if (reads && (kind === 'SelectQueryNode' || (mayRead && reads.isReadOnly(query.sql)))) {
      return run(reads, query);
    }
    await this.#lock.acquire();
    try {
      return await this.#retryWhileBusy(() => run<R>(this.#writes, query));
    } finally {
      this.#lock.release();
      this.#afterCommit();
    }
  }

  /** Retries without blocking while another process holds the write lock. */
  async #retryWhileBusy<T>(attempt: () => T): Promise<T> {
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

  /** The highest id of a committed change, even if its row has been pruned. */
  latestChangeId(): number {
    // Reading on the write connection would show uncommitted changes.
    if (this.#isInTransaction && !this.#reading) return this.#idBeforeTransaction;
    try {
      // Prepared outside the statement cache, because every request uses it.
      this.#latestId ??= (this.#reading?.handle ?? this.#writer)
        .prepare("select seq from sqlite_sequence where name = 'change_log'")
        .pluck();
      return Number(this.#latestId.get() ?? 0);
    } catch (error) {
      if (error instanceof Error && error.message.includes('no such table')) return 0;
      throw error;
    }
  }

  async destroy(): Promise<void> {
    await this.#reading?.workers.close();
    this.#reading?.handle.close();
    this.#writer.close();
  }
}

const run = <R>(statements: PreparedStatements, { sql, parameters }: CompiledQuery) =>
  statements.run<R>(sql, parameters);
