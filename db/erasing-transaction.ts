import { type Kysely, sql } from 'kysely';
import type { AppDatabase } from './open.ts';
import type { Database } from './schema/database.ts';

/**
 * A transaction after which what it deletes cannot be read in the file either. SQLite by itself only marks
 * the room as free: the words stay there, and in every backup, until something else needs it. PostgreSQL's
 * vacuum sees to that in its own time.
 */
export async function runErasing<T>(
  db: AppDatabase,
  work: (trx: Kysely<Database>) => Promise<T>,
): Promise<T> {
  if (db.dialect !== 'sqlite') return db.transaction(work);
  const result = await db.transaction(async (trx) => {
    await sql`pragma secure_delete = on`.execute(trx);
    try {
      return await work(trx);
    } finally {
      await sql`pragma secure_delete = off`.execute(trx);
    }
  });
  // Brings it from the log into the file, as far as no reader stands in the way; waits for nobody.
  await sql`pragma wal_checkpoint(passive)`.execute(db.kysely);
  return result;
}
