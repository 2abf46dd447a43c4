import {
  type CompiledQuery,
  Kysely,
  PostgresDialect,
  type PostgresDialectConfig,
  sql,
} from 'kysely';
import pg from 'pg';
import { ChangeFeed, type ChangeListener } from '../change-feed.ts';
import { fromPostgresTimestamp } from '../codecs.ts';
import type { QueryLog } from '../query-log.ts';
import type { LongReadOptions, ReadOptions, RowsOf } from '../read-limit.ts';
import { ReadingDialect } from '../reading-dialect.ts';
import type { Database } from '../schema/database.ts';
import { postgresSql } from './dialect-sql.ts';
import { LimitedTransactions } from './limited-transactions.ts';
import { Line } from './line.ts';
import { listenForChanges } from './listen.ts';
import { PatientReads } from './patient-reads.ts';
import { Replica, type ReplicaListener } from './replica.ts';

/** Per process; with those for patient reads, ten workers stay within PostgreSQL's default of a hundred. */
const POOL_SIZE = 6;
/** Up to date enough for judging what a read may cost. */
const SIZES_MS = 10_000;
/** No row takes less room than its head. */
const LEAST_ROW_BYTES = 28;
const CONNECT_LIMIT_MS = 10_000;

const { INT8, NUMERIC, TIMESTAMPTZ } = pg.types.builtins;

/** Values as the program wants them, for our connections only and not for every user of `pg`. */
const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8 || oid === NUMERIC) return Number;
    if (oid === TIMESTAMPTZ) return fromPostgresTimestamp;
    return pg.types.getTypeParser(oid, format);
  },
};

/** What of it the rest of the program may use, `open.ts` says. */
export async function openPostgres(url: string, statementMs: number, log: QueryLog = {}) {
  const settings = {
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    application_name: 'cradlesong',
    types,
  };
  const line = new Line();
  const connection = { ...settings, connectionString: url, stream: line.open };
  const pool = new pg.Pool({
    ...connection,
    max: POOL_SIZE,
    idle_in_transaction_session_timeout: 60_000,
    // The pool's own hook, because it lets go of a connection that breaks right here; Kysely's would keep its
    // place taken for ever. A statement and not a start-up option, which poolers on the way refuse.
    onConnect: async (client) => {
      await client.query("set timezone = 'UTC'");
    },
  });
  // An idle connection that breaks has left the pool already; unhandled, the event would end the process.
  pool.on('error', () => {});
  // The same for one that breaks while it is asked: the question itself fails, and the pool lets go of it.
  pool.on('connect', (client) => client.on('error', () => {}));
  const patient = new PatientReads(connection, pool);
  const config: PostgresDialectConfig = { pool };
  const dialect = new PostgresDialect(config);
  const kysely = new Kysely<Database>({ dialect, ...log });
  // Of its own, because a migration takes as long as it takes, and so does waiting for another's.
  const limited = new Kysely<Database>({
    dialect: new LimitedTransactions(config, statementMs),
    ...log,
  });

  const latestChangeId = async (): Promise<number> => {
    const { rows } = await sql<{ id: number }>`
      select coalesce(max(id), 0) as id from change_log`.execute(kysely);
    return rows[0]?.id ?? 0;
  };
  const feed = new ChangeFeed({
    start: () =>
      listenForChanges(connection, line, async () => {
        const id = await latestChangeId();
        if (feed.hasListeners) feed.report(id);
      }),
  });
  /** From the size of the files: as fresh as it gets, where the statistics may never have been gathered. */
  const measureTables = async (): Promise<RowsOf> => {
    const { rows } = await sql<{ name: string; bytes: number }>`
      select relname as name, pg_relation_size(oid) as bytes from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(kysely);
    const sizes = new Map(rows.map(({ name, bytes }) => [name, bytes / LEAST_ROW_BYTES]));
    return (table) => sizes.get(table) ?? 0;
  };
  let sizes: Promise<RowsOf> | undefined;
  let sizesUntil = 0;
  const rowsOf = (): Promise<RowsOf> => {
    if (sizes === undefined || performance.now() > sizesUntil) {
      sizesUntil = performance.now() + SIZES_MS;
      sizes = measureTables();
      sizes.catch(() => {
        sizes = undefined;
      });
    }
    return sizes;
  };
  let replica: Replica | undefined;
  let closing: Promise<void> | undefined;

  return {
    kysely,
    dialect: 'postgres' as const,
    location: withoutPassword(url),
    sql: postgresSql,
    transaction: <T>(work: (trx: Kysely<Database>) => Promise<T>) =>
      limited.transaction().execute(work),
    async read<R>(query: CompiledQuery<R>, options: ReadOptions): Promise<R[]> {
      const { mustSee } = options;
      const rows = mustSee === undefined ? undefined : await replica?.read(query, mustSee, options);
      if (rows !== undefined) return rows;
      if (!options.isCheap) return patient.read(query, options);
      return (await kysely.executeQuery<R>(query)).rows;
    },
    reading: (options: LongReadOptions) =>
      new Kysely<Database>({
        ...log,
        dialect: new ReadingDialect(dialect, (query) =>
          patient.read(query, { ...options, isCheap: false }),
        ),
      }),
    rowsOf,
    latestChangeId,
    // Zero is below every id: the first report, right after LISTEN has begun, tells where the log stands.
    onChange: (listener: ChangeListener) => feed.subscribe(listener, 0),
    poolState: () => ({
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    followReplica(at: string, tell: ReplicaListener) {
      replica = new Replica({ ...settings, connectionString: at }, pool, tell);
    },
    replicaState: () => replica?.state,
    close() {
      feed.stop();
      closing ??= kysely.destroy().then(async () => {
        if (!pool.ended) await pool.end();
        await Promise.all([patient.close(), replica?.close()]);
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
