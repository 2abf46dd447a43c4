import { setTimeout as sleep } from 'node:timers/promises';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { LRUCache } from 'lru-cache';
import { ReadLimitError, type ReadOptions } from '../queries/read-limit.ts';
import { Connection } from './connection.ts';
import { IN_MEMORY, isBusy, openReader, openWriter } from './handle.ts';
import { ReadWorkers } from './read-workers.ts';

/** How long a write waits for other processes before SQLITE_BUSY reaches the caller. */
const BUSY_LIMIT_MS = 10_000;
/** How long a write waits for others of this process: far longer than a legitimate transaction. */
const LOCK_LIMIT_MS = 30_000;
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

/**
 * One SQLite database in this process, as Kysely's driver: a write connection, locked for the whole of a transaction,
 * and a read-only connection and workers for everything else. `:memory:` has only the first.
 */
export class SqliteEngine implements Driver {
  readonly #writer: Connection;
  readonly #reader: Connection;
  readonly #workers: ReadWorkers | undefined;
  readonly #lock = new WriteLock();
  readonly #afterCommit: () => void;
  #latestId: { get(): unknown } | undefined;
  #isInTransaction = false;
  #idBeforeTransaction = 0;
  readonly #sizes = new LRUCache<string, number>({ max: 100, ttl: SIZES_TTL_MS });

  /** Calls `afterCommit` soon after each write; its errors do not fail the write. */
  constructor(file: string, afterCommit: () => void) {
    this.#afterCommit = afterCommit;
    this.#writer = new Connection(openWriter(file));
    if (file === IN_MEMORY) {
      this.#reader = this.#writer;
    } else {
      this.#reader = new Connection(openReader(file));
      this.#workers = new ReadWorkers(file);
      // From here on `#retryWhileBusy` waits instead: SQLite's own busy wait would block the process.
      this.#writer.handle.pragma('busy_timeout = 4');
    }
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Lease> {
    const lease: Lease = {
      isInTransaction: false,
      executeQuery: async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
        if (lease.isInTransaction) return this.#writer.run(query, WRITE_BUDGET);
        // Reads do not wait for an open transaction.
        const isRead = query.query.kind === 'SelectQueryNode' || this.#isRawRead(query);
        if (this.#workers && isRead) return this.#reader.run(query);
        await this.#lock.acquire();
        try {
          return await this.#retryWhileBusy(() => this.#writer.run<R>(query));
        } finally {
          this.#lock.release();
          setImmediate(this.#afterCommit);
        }
      },
      // An open cursor would freeze the snapshot of other reads.
      streamQuery() {
        throw new Error('Rows are not streamed here.');
      },
    };
    return lease;
  }

  #isRawRead({ query, sql }: CompiledQuery): boolean {
    return query.kind === 'RawNode' && READING.test(sql) && this.#reader.isReadOnly(sql);
  }

  async releaseConnection(lease: Lease): Promise<void> {
    if (lease.isInTransaction) await this.rollbackTransaction(lease);
  }

  async beginTransaction(lease: Lease): Promise<void> {
    await this.#lock.acquire();
    try {
      if (!this.#workers) this.#idBeforeTransaction = this.latestChangeId();
      // IMMEDIATE, so that two transactions never both read first and then conflict on writing.
      await this.#retryWhileBusy(() => this.#writer.handle.exec('begin immediate'));
      this.#isInTransaction = true;
      lease.isInTransaction = true;
    } catch (error) {
      this.#lock.release();
      throw error;
    }
  }

  /** When it throws, the transaction is still open and must be rolled back. */
  async commitTransaction(lease: Lease): Promise<void> {
    this.#writer.handle.exec('commit');
    this.#endTransaction(lease);
    setImmediate(this.#afterCommit);
  }

  async rollbackTransaction(lease: Lease): Promise<void> {
    if (!lease.isInTransaction) return;
    try {
      // SQLite rolls back automatically on some errors, such as a full disk.
      if (this.#writer.handle.inTransaction) this.#writer.handle.exec('rollback');
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
    if (!this.#workers) return this.#readInMemory(query, options);
    if (options.isCheap) {
      const budget = { until: performance.now() + CHEAP_READ_MS, maxBytes: CHEAP_READ_BYTES };
      try {
        return this.#reader.run<R>(query, budget).rows;
      } catch (error) {
        if (!(error instanceof ReadLimitError)) throw error;
      }
    }
    return this.#workers.read(query.sql, query.parameters, options);
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
      return this.#writer.run<R>(query, budget).rows;
    } finally {
      this.#lock.release();
    }
  }

  /** The highest row id: an upper bound of the number of rows, found in constant time. */
  rowsOf(table: string): number {
    const known = this.#sizes.get(table);
    if (known !== undefined) return known;
    const sql = `select max(rowid) as rows from "${table.replaceAll('"', '""')}"`;
    const found = this.#reader.run<{ rows: number | null }>({ sql, parameters: [] });
    const rows = found.rows[0]?.rows ?? 0;
    this.#sizes.set(table, rows);
    return rows;
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
    if (this.#isInTransaction && !this.#workers) return this.#idBeforeTransaction;
    try {
      // Prepared outside the statement cache, because every request uses it.
      this.#latestId ??= this.#reader.handle
        .prepare("select seq from sqlite_sequence where name = 'change_log'")
        .pluck();
      return Number(this.#latestId.get() ?? 0);
    } catch (error) {
      if (error instanceof Error && error.message.includes('no such table')) return 0;
      throw error;
    }
  }

  async destroy(): Promise<void> {
    await this.#workers?.close();
    this.#reader.handle.close();
    this.#writer.handle.close();
  }
}

/** FIFO lock: one open transaction or one write at a time on the write connection. */
export class WriteLock {
  readonly #waitLimitMs: number;
  readonly #waiting = new Set<() => void>();
  #isHeld = false;

  constructor(waitLimitMs = LOCK_LIMIT_MS) {
    this.#waitLimitMs = waitLimitMs;
  }

  async acquire(): Promise<void> {
    if (!this.#isHeld) {
      this.#isHeld = true;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const enter = () => {
        clearTimeout(limit);
        resolve();
      };
      const limit = setTimeout(() => {
        this.#waiting.delete(enter);
        reject(
          new Error(
            'The wait for an open transaction timed out. Inside transaction() every write must go through its `trx`: one through `kysely` waits for the transaction it is part of.',
          ),
        );
      }, this.#waitLimitMs);
      this.#waiting.add(enter);
    });
  }

  release(): void {
    // A Set keeps the order of arrival.
    const [next] = this.#waiting;
    if (!next) {
      this.#isHeld = false;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
