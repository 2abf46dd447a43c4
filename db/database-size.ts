import { stat } from 'node:fs/promises';
import { sql } from 'kysely';
import type { AppDatabase } from './open.ts';
import { IN_MEMORY } from './sqlite/handle.ts';

/** Size of the database on disk in bytes, including the write-ahead log. */
export async function databaseSize(db: AppDatabase): Promise<number> {
  if (db.dialect === 'postgres') {
    const { rows } = await sql<{ bytes: number }>`
      select pg_database_size(current_database()) as bytes`.execute(db.kysely);
    return rows[0]?.bytes ?? 0;
  }
  if (db.location === IN_MEMORY) return 0;
  const sizes = await Promise.all(['', '-wal'].map((suffix) => sizeOf(db.location + suffix)));
  return sizes.reduce((sum, size) => sum + size, 0);
}

const sizeOf = (file: string) =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );
