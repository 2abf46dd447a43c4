import { type CompiledQuery, type Dialect, DummyDriver, type QueryResult } from 'kysely';

type Read = <R>(query: CompiledQuery<R>) => Promise<readonly R[]>;

/** Compiles queries with `dialect` and runs them with `read`. Refuses writes and transactions. */
export const createReadingDialect = (dialect: Dialect, read: Read): Dialect => ({
  createDriver: () => new ReadingDriver(read),
  createQueryCompiler: () => dialect.createQueryCompiler(),
  createAdapter: () => dialect.createAdapter(),
  createIntrospector: (db) => dialect.createIntrospector(db),
});

class ReadingDriver extends DummyDriver {
  readonly #read: Read;

  constructor(read: Read) {
    super();
    this.#read = read;
  }

  override async acquireConnection() {
    const read = this.#read;
    return {
      async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
        if (query.query.kind !== 'SelectQueryNode' && query.query.kind !== 'RawNode') refuse();
        // Safe: Kysely derives the row type from the query.
        return { rows: [...(await read(query as CompiledQuery<R>))] };
      },
      streamQuery: refuse,
    };
  }

  override async beginTransaction(): Promise<void> {
    refuse();
  }
}

function refuse(): never {
  throw new Error('This connection runs reads only, one statement at a time.');
}
