import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isOpenElsewhere as isFileOpen } from './sqlite/handle.ts';

/** A process that is exiting closes the database a moment later. */
const PATIENCE_MS = 2_000;
const STEP_MS = 100;

/**
 * Whether another process has the database open, such as a running server. Call it before opening the database. False
 * for a missing one.
 */
export async function isOpenElsewhere(database: { url?: string; file: string }): Promise<boolean> {
  const { url, file } = database;
  if (url === undefined && !existsSync(file)) return false;
  for (let waited = 0; waited <= PATIENCE_MS; waited += STEP_MS) {
    if (!(await (url === undefined ? isFileOpen(file) : isServerOpen(url)))) return false;
    await sleep(STEP_MS);
  }
  return true;
}

async function isServerOpen(url: string): Promise<boolean> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  // A broken connection also rejects the query; unhandled, the event would end the process.
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
