import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;

/** Referenced here so that it is not garbage collected, which would release the lock. */
let connection: DatabaseSync | undefined;

/**
 * Locks the data folder until this process exits, even by a kill. False if another kiosk has locked it. A kiosk whose
 * disk is full cannot lock its folder, but starts anyway.
 */
export function lockFolder(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    connection = new DatabaseSync(join(folder, 'kiosk.lock'));
    connection.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    return !(error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY);
  }
}
