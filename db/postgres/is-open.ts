import { setTimeout as sleep } from 'node:timers/promises';

/** A process that is exiting closes its connections a moment later. */
const PATIENCE_MS = 2_000;
const STEP_MS = 100;

/** Whether another process of this program, such as a running server, has connections to the database. */
export async function isOpenOnPostgres(url: string): Promise<boolean> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  // A broken connection also rejects the query; unhandled, the event would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    for (let waited = 0; waited <= PATIENCE_MS; waited += STEP_MS) {
      const { rows } = await client.query(`
        select 1 from pg_stat_activity
        where application_name = 'cradlesong' and datname = current_database() limit 1`);
      if (rows.length === 0) return false;
      await sleep(STEP_MS);
    }
    return true;
  } finally {
    await client.end();
  }
}
