import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import { ChangeFeed, type ChangeListener } from '../change-feed.ts';
import { fromPostgresTimestamp } from '../codecs.ts';
import type { QueryLog } from '../queries/query-log.ts';
import type { LongReadOptions, ReadOptions, RowsOf } from '../queries/read-limit.ts';
import { createReadingDialect } from '../reading-dialect.ts';
import type { Database } from '../schema/database.ts';
import { ConnectionWatchdog } from './connection-watchdog.ts';
import { postgresSql } from './dialect-sql.ts';
import { listenForChanges } from './listen.ts';
import { SlowReads } from './slow-reads.ts';

/** Connections per process. With the pool for slow reads, ten workers stay below PostgreSQL's default limit of 100. */
const POOL_SIZE = 6;
/** Fresh enough to estimate the cost of a read. */
const SIZES_TTL_MS = 10_000;
/** The size of a row header. */
const MIN_ROW_BYTES = 28;
const CONNECT_LIMIT_MS = 10_000;

const { INT8, NUMERIC, TIMESTAMPTZ } = pg.types.builtins;

/** Type parsers for our connections only, not for every user of `pg`. */
const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8 || oid === NUMERIC) return Number;
    if (oid === TIMESTAMPTZ) return fromPostgresTimestamp;
    return pg.types.getTypeParser(oid, format);
  },
};

/** The rest of the program sees only the interface in `open.ts`. */
export async function openPostgres(url: string, statementMs: number, log: QueryLog = {}) {
  const watchdog = new ConnectionWatchdog();
  const connection = {
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    application_name: 'cradlesong',
    types,
    connectionString: url,
    stream: watchdog.open,
  };
  const pool = new pg.Pool({
    ...connection,
    max: POOL_SIZE,
    idle_in_transaction_session_timeout: 60_000,
    // This hook of the pool removes a connection that fails here; Kysely's hook would leak its slot. The time zone is
    // set by a statement, because some poolers refuse start-up options.
    onConnect: async (client) => {
      await client.query("set timezone = 'UTC'");
    },
  });
  // The pool has already removed a broken idle connection. Without a listener, the event would end the process.
  pool.on('error', () => {});
  // A connection in use needs a listener too; its query rejects, and the pool removes it.
  pool.on('connect', (client) => client.on('error', () => {}));
  const slowReads = new SlowReads(connection, pool);
  const dialect = new PostgresDialect({ pool });
  const kysely = new Kysely<Database>({ dialect, ...log });

  const latestChangeId = async (): Promise<number> => {
    const { rows } = await sql<{ id: number }>`
      select coalesce(max(id), 0) as id from change_log`.execute(kysely);
    return rows[0]?.id ?? 0;
  };
  const feed = new ChangeFeed({
    start: () =>
      listenForChanges(connection, watchdog, async () => feed.report(await latestChangeId())),
  });
  /** Estimates rows from file sizes, which are always current; statistics may never have been gathered. */
  const measureTables = async (): Promise<RowsOf> => {
    const { rows } = await sql<{ name: string; bytes: number }>`
      select relname as name, pg_relation_size(oid) as bytes from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(kysely);
    const sizes = new Map(rows.map(({ name, bytes }) => [name, bytes / MIN_ROW_BYTES]));
    return (table) => sizes.get(table) ?? 0;
  };
  const sizes = new LRUCache<'all', RowsOf>({
    max: 1,
    ttl: SIZES_TTL_MS,
    fetchMethod: measureTables,
  });
  let closing: Promise<void> | undefined;

  return {
    kysely,
    dialect: 'postgres' as const,
    location: withoutPassword(url),
    sql: postgresSql,
    // Migrations use `kysely` without a timeout: a migration, or waiting for one, can take long.
    transaction: <T>(work: (trx: Kysely<Database>) => Promise<T>) =>
      kysely.transaction().execute(async (trx) => {
        await sql`set local statement_timeout = ${sql.lit(statementMs)}`.execute(trx);
        return work(trx);
      }),
    async read<R>(query: CompiledQuery<R>, options: ReadOptions): Promise<R[]> {
      if (!options.isCheap) return slowReads.read(query, options);
      return (await kysely.executeQuery<R>(query)).rows;
    },
    reading: (options: LongReadOptions) =>
      new Kysely<Database>({
        ...log,
        dialect: createReadingDialect(dialect, (query) =>
          slowReads.read(query, { ...options, isCheap: false }),
        ),
      }),
    rowsOf: () => sizes.forceFetch('all'),
    latestChangeId,
    // Zero is below every id, so that the first report, right after LISTEN, delivers the current id.
    onChange: (listener: ChangeListener) => feed.subscribe(listener, 0),
    poolState: () => ({
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close() {
      feed.stop();
      closing ??= kysely.destroy().then(async () => {
        if (!pool.ended) await pool.end();
        await slowReads.close();
      });
      return closing;
    },
  };
}

function withoutPassword(url: string): string {
  const shown = new URL(url);
  shown.password = '';
  shown.search = '';
  return shown.toString();
}
