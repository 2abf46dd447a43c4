import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { ChangeFeed } from '../change-feed.ts';
import { fromPostgresTimestamp } from '../codecs.ts';
import { postgresSql } from '../dialect-sql.postgres.ts';
import type { AppDatabase } from '../open.ts';
import type { Database } from '../schema/database.ts';
import { listenForChanges } from './listen.ts';

/** Per process. Ten workers stay within PostgreSQL's default of a hundred connections. */
const POOL_SIZE = 9;
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

export async function openPostgres(url: string): Promise<AppDatabase> {
  const connection = {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    application_name: 'cradlesong',
    types,
  };
  const pool = new pg.Pool({
    ...connection,
    max: POOL_SIZE,
    idle_in_transaction_session_timeout: 60_000,
  });
  // An idle connection that breaks has left the pool already; unhandled, the event would end the process.
  pool.on('error', () => {});
  // The same for one that breaks while it is asked: the question itself fails, and the pool lets go of it.
  pool.on('connect', (client) => client.on('error', () => {}));
  const kysely = new Kysely<Database>({
    dialect: new PostgresDialect({
      pool,
      onCreateConnection: async (created) => {
        // A statement and not a start-up option, which poolers between us and the server refuse.
        await created.executeQuery(CompiledQuery.raw("set timezone = 'UTC'"));
      },
    }),
  });

  const latestChangeId = async (): Promise<number> => {
    const { rows } = await sql<{ id: number }>`
      select coalesce(max(id), 0) as id from change_log`.execute(kysely);
    return rows[0]?.id ?? 0;
  };
  const feed = new ChangeFeed({
    start: () =>
      listenForChanges(connection, async () => {
        const id = await latestChangeId();
        if (feed.hasListeners) feed.report(id);
      }),
  });
  let closing: Promise<void> | undefined;

  return {
    kysely,
    dialect: 'postgres',
    location: withoutPassword(url),
    sql: postgresSql,
    transaction: (work) => kysely.transaction().execute(work),
    latestChangeId,
    // Zero is below every id: the first report, right after LISTEN has begun, tells where the log stands.
    onChange: (listener) => feed.subscribe(listener, 0),
    close() {
      feed.stop();
      closing ??= kysely.destroy().then(async () => {
        if (!pool.ended) await pool.end();
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
