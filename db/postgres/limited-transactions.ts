import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely';

/** PostgreSQL by Kysely, where no statement of a transaction takes longer than it may; 0 is for ever. */
export class LimitedTransactions extends PostgresDialect {
  readonly #config: PostgresDialectConfig;
  readonly #statementMs: number;

  constructor(config: PostgresDialectConfig, statementMs: number) {
    super(config);
    this.#config = config;
    this.#statementMs = statementMs;
  }

  override createDriver(): Driver {
    return new LimitedDriver(this.#config, this.#statementMs);
  }
}

class LimitedDriver extends PostgresDriver {
  readonly #begin: CompiledQuery;

  constructor(config: PostgresDialectConfig, statementMs: number) {
    super(config);
    // In the same breath, so that it costs no way to the server and back. It ends with the transaction, as a
    // pooler between us and the server needs it.
    this.#begin = CompiledQuery.raw(`begin; set local statement_timeout = ${statementMs}`);
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    if (settings.isolationLevel !== undefined || settings.accessMode !== undefined) {
      throw new Error('A transaction here has no settings of its own.');
    }
    await connection.executeQuery(this.#begin);
  }
}
