import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { AppDatabase } from './open.ts';
import type { Executor } from './schema/database.ts';

/**
 * A transaction that also removes deleted data from the files. SQLite overwrites deleted rows (`secure_delete`), but
 * the write-ahead log still holds the old pages, so it is truncated. On PostgreSQL, vacuum does this later.
 */
export async function runErasing<T>(
  db: AppDatabase,
  work: (trx: Executor) => Promise<T>,
): Promise<T> {
  const result = await db.transaction(work);
  await truncateWriteAheadLog(db);
  return result;
}

/**
 * Longer than any read of this program, except the copy of a large database. If that copy or another program reads for
 * longer, the retries stop, and maintenance truncates the log later.
 */
const CHECKPOINT_TIMEOUT_MS = 5_000;
const RETRY_MS = 20;

/**
 * Checkpoints and truncates the write-ahead log. Active readers block the truncation, so it is retried until they end.
 * Returns false if a reader is still active after the timeout.
 */
export async function truncateWriteAheadLog(db: AppDatabase): Promise<boolean> {
  if (db.dialect !== 'sqlite') return true;
  for (const deadline = Date.now() + CHECKPOINT_TIMEOUT_MS; ; await sleep(RETRY_MS)) {
    const { rows } = await sql<{
      busy: number;
    }>`pragma wal_checkpoint(truncate)`.execute(db.kysely);
    if (rows[0]?.busy === 0) return true;
    if (Date.now() > deadline) return false;
  }
}
