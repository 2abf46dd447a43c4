import {
  type CompiledQuery,
  type Dialect,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { ChangeFeed, type ChangeListener } from '../change-feed.ts';
import type { QueryLog } from '../queries/query-log.ts';
import type { LongReadOptions, ReadOptions } from '../queries/read-limit.ts';
import { createReadingDialect } from '../reading-dialect.ts';
import type { Database } from '../schema/database.ts';
import { sqliteSql } from './dialect-sql.ts';
import { SqliteEngine } from './engine.ts';
import { copyDatabase, IN_MEMORY } from './handle.ts';

/** Polls for writes of other processes; takes two microseconds. */
const POLL_MS = 200;

class SqliteEngineAdapter extends SqliteAdapter {
  // The engine has its own lock, held only during a transaction.
  override get supportsMultipleConnections(): true {
    return true;
  }

  override get supportsTransactionalDdl(): true {
    return true;
  }
}

/** The rest of the program sees only the interface in `open.ts`. */
export function openSqlite(file: string, log: QueryLog = {}) {
  const reportLatest = () => {
    // Without listeners, as in commands, the counter is not read: on a damaged file the read would fail.
    if (feed.listeners.size > 0) feed.report(engine.latestChangeId());
  };
  const feed = new ChangeFeed({
    start() {
      const timer = setInterval(reportLatest, POLL_MS).unref();
      return () => clearInterval(timer);
    },
  });
  const engine = new SqliteEngine(file, reportLatest);
  const dialect: Dialect = {
    createDriver: () => engine,
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new SqliteEngineAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
  const kysely = new Kysely<Database>({ dialect, ...log });
  let closing: Promise<void> | undefined;

  return {
    kysely,
    dialect: 'sqlite' as const,
    location: file,
    sql: sqliteSql,
    transaction: <T>(work: (trx: Kysely<Database>) => Promise<T>) =>
      kysely.transaction().execute(work),
    read: <R>(query: CompiledQuery<R>, options: ReadOptions) => engine.read<R>(query, options),
    reading: (options: LongReadOptions) =>
      new Kysely<Database>({
        ...log,
        dialect: createReadingDialect(dialect, (query) =>
          engine.read(query, { ...options, isCheap: false }),
        ),
      }),
    rowsOf: async () => (table: string) => engine.rowsOf(table),
    latestChangeId: async () => engine.latestChangeId(),
    latestChangeIdSync: () => engine.latestChangeId(),
    onChange: (listener: ChangeListener) => feed.subscribe(listener, engine.latestChangeId()),
    async copyTo(target: string) {
      if (file === IN_MEMORY) throw new Error('A database in memory has no file to copy.');
      await copyDatabase(file, target);
    },
    close(): Promise<void> {
      feed.stop();
      // Kysely closes only a connection it has opened; without a query it would leave the file open.
      closing ??= kysely.destroy().then(() => engine.destroy());
      return closing;
    },
  };
}
