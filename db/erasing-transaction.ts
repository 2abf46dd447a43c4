import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { AppDatabase } from './open.ts';
import type { Database } from './schema/database.ts';

/**
 * A transaction after which what it deletes cannot be read in the files either. SQLite overwrites the room
 * of deleted rows (`secure_delete`), but the write-ahead log still holds the pages as they were: it is cut.
 * PostgreSQL's vacuum sees to both in its own time.
 */
export async function runErasing<T>(
  db: AppDatabase,
  work: (trx: Kysely<Database>) => Promise<T>,
): Promise<T> {
  const result = await db.transaction(work);
  await cutWriteAheadLog(db);
  return result;
}

/** Longer than any read of the program; a reader from outside that stays longer is not waited for. */
const READERS_MS = 5_000;
const RETRY_MS = 20;

/**
 * Brings the write-ahead log into the database and cuts it to nothing. Readers have the last word about
 * pages they may still need, so it is tried again until they are gone; false when they stayed.
 */
export async function cutWriteAheadLog(db: AppDatabase): Promise<boolean> {
  if (db.dialect !== 'sqlite') return true;
  for (const deadline = Date.now() + READERS_MS; ; await sleep(RETRY_MS)) {
    const { rows } = await sql<{
      busy: number;
    }>`pragma wal_checkpoint(truncate)`.execute(db.kysely);
    if (rows[0]?.busy === 0) return true;
    if (Date.now() > deadline) return false;
  }
}
