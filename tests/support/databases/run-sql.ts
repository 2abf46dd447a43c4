import pg from 'pg';

/** A statement that takes longer is aborted. */
const LIMIT_MS = 30_000;

/** Runs statements that create or drop databases, in order, on a connection of their own. */
export async function runSql(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({
    connectionString: `${url}/postgres`,
    connectionTimeoutMillis: LIMIT_MS,
    query_timeout: LIMIT_MS,
  });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
