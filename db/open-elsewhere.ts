import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isOpenElsewhere as isServerOpen } from './postgres/open-elsewhere.ts';
import { isOpenElsewhere as isFileOpen } from './sqlite/handle.ts';

/** What is ending lets go of the database a moment later. */
const PATIENCE_MS = 2_000;
const STEP_MS = 100;

/**
 * Whether another process of ours has the database open, as a running server has. To be asked before this one
 * opens it. What is not there is open nowhere.
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
