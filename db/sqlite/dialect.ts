import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { SqliteEngine } from './engine.ts';

/** Kysely's SQLite dialect over our engine: non-blocking reads, and transactions that begin IMMEDIATE. */
export const createSqliteDialect = (engine: SqliteEngine): Dialect => ({
  createDriver: () => new SqliteEngineDriver(engine),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createAdapter: () => new SqliteEngineAdapter(),
  createIntrospector: (db) => new SqliteIntrospector(db),
});

class SqliteEngineAdapter extends SqliteAdapter {
  // The engine has its own lock, held only during a transaction.
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

  async destroy(): Promise<void> {
    await this.#engine.close();
  }
}

/** Kysely's connection during a query or transaction; the real connections are shared. */
class SqliteLease implements DatabaseConnection {
  isInTransaction = false;
  readonly #engine: SqliteEngine;

  constructor(engine: SqliteEngine) {
    this.#engine = engine;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.isInTransaction ? this.#engine.runInTransaction(query) : this.#engine.run(query);
  }

  // An open cursor would freeze the snapshot of other reads.
  streamQuery(): never {
    throw new Error('Rows are not streamed here.');
  }
}
