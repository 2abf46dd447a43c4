import pg from 'pg';

/** Whether a connection of ours to the database is there, as a running server has some. */
export async function isOpenElsewhere(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  // One that breaks while it is asked fails the question; unhandled, the event would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query(`
      select 1 from pg_stat_activity
      where application_name = 'cradlesong' and datname = current_database() limit 1`);
    return rows.length > 0;
  } finally {
    await client.end();
  }
}
