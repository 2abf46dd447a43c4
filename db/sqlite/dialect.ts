import {
  CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type Kysely,
  type QueryCompiler,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { SqliteEngine } from './engine.ts';

/** Kysely's SQLite dialect over our engine: reads that do not wait, transactions that begin IMMEDIATE. */
export class SqliteEngineDialect implements Dialect {
  readonly #engine: SqliteEngine;

  constructor(engine: SqliteEngine) {
    this.#engine = engine;
  }

  createDriver(): Driver {
    return new SqliteEngineDriver(this.#engine);
  }

  createQueryCompiler(): QueryCompiler {
    return new SqliteQueryCompiler();
  }

  createAdapter(): DialectAdapter {
    return new SqliteEngineAdapter();
  }

  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new SqliteIntrospector(db);
  }
}

class SqliteEngineAdapter extends SqliteAdapter {
  // The engine has its own lock, held only as long as a transaction needs it.
  override get supportsMultipleConnections(): true {
    return true;
  }

  override get supportsTransactionalDdl(): true {
    return true;
  }
}

class SqliteEngineDriver implements Driver {
  readonly #engine: SqliteEngine;

  constructor(engine: SqliteEngine) {
    this.#engine = engine;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SqliteLease> {
    return new SqliteLease(this.#engine);
  }

  async releaseConnection(lease: SqliteLease): Promise<void> {
    if (lease.isInTransaction) await this.rollbackTransaction(lease);
  }

  async beginTransaction(lease: SqliteLease): Promise<void> {
    await this.#engine.begin();
    lease.isInTransaction = true;
  }

  async commitTransaction(lease: SqliteLease): Promise<void> {
    this.#engine.commit();
    lease.isInTransaction = false;
  }

  async rollbackTransaction(lease: SqliteLease): Promise<void> {
    if (!lease.isInTransaction) return;
    lease.isInTransaction = false;
    this.#engine.rollback();
  }

  async savepoint(lease: SqliteLease, name: string): Promise<void> {
    await lease.executeQuery(CompiledQuery.raw(`savepoint "${name}"`));
  }

  async rollbackToSavepoint(lease: SqliteLease, name: string): Promise<void> {
    await lease.executeQuery(CompiledQuery.raw(`rollback to "${name}"`));
  }

  async releaseSavepoint(lease: SqliteLease, name: string): Promise<void> {
    await lease.executeQuery(CompiledQuery.raw(`release "${name}"`));
  }

  async destroy(): Promise<void> {
    await this.#engine.close();
  }
}

/** What Kysely holds while it runs a query or a transaction; the connections themselves are shared. */
class SqliteLease implements DatabaseConnection {
  isInTransaction = false;
  readonly #engine: SqliteEngine;

  constructor(engine: SqliteEngine) {
    this.#engine = engine;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.isInTransaction ? this.#engine.runInTransaction(query) : this.#engine.run(query);
  }

  /** In pieces for the caller, but read at once: an open cursor would freeze what other reads see. */
  async *streamQuery<R>(
    query: CompiledQuery,
    chunkSize: number,
  ): AsyncIterableIterator<QueryResult<R>> {
    const { rows } = await this.executeQuery<R>(query);
    for (let from = 0; from < rows.length; from += chunkSize) {
      yield { rows: rows.slice(from, from + chunkSize) };
    }
  }
}
