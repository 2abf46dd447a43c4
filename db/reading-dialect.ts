import type {
  CompiledQuery,
  DatabaseConnection,
  DatabaseIntrospector,
  Dialect,
  DialectAdapter,
  Driver,
  Kysely,
  QueryCompiler,
  QueryResult,
} from 'kysely';

type Read = <R>(query: CompiledQuery<R>) => Promise<readonly R[]>;

/** Another dialect's SQL, each statement of which goes the way that `read` gives; nothing but reads. */
export class ReadingDialect implements Dialect {
  readonly #dialect: Dialect;
  readonly #read: Read;

  constructor(dialect: Dialect, read: Read) {
    this.#dialect = dialect;
    this.#read = read;
  }

  createDriver(): Driver {
    return new ReadingDriver(this.#read);
  }

  createQueryCompiler(): QueryCompiler {
    return this.#dialect.createQueryCompiler();
  }

  createAdapter(): DialectAdapter {
    return this.#dialect.createAdapter();
  }

  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return this.#dialect.createIntrospector(db);
  }
}

class ReadingDriver implements Driver {
  readonly #connection: DatabaseConnection;

  constructor(read: Read) {
    this.#connection = {
      async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
        if (query.query.kind !== 'SelectQueryNode' && query.query.kind !== 'RawNode') refuse();
        // What a row holds is the caller's claim, made to Kysely's types.
        return { rows: [...(await read(query as CompiledQuery<R>))] };
      },
      streamQuery: refuse,
    };
  }

  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }
  async releaseConnection(): Promise<void> {}
  async beginTransaction(): Promise<void> {
    refuse();
  }
  async commitTransaction(): Promise<void> {
    refuse();
  }
  async rollbackTransaction(): Promise<void> {
    refuse();
  }
  async destroy(): Promise<void> {}
}

function refuse(): never {
  throw new Error('Here is only read, one statement at a time.');
}
