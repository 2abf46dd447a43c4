import { sql } from 'kysely';
import type { AppDatabase } from './open.ts';

/** When the database was created: the time of its first migration, as ISO 8601. */
export async function findInstalledAt({ kysely }: AppDatabase): Promise<string> {
  const { rows } = await sql<{ at: string | null }>`
    select min(timestamp) as at from kysely_migration`.execute(kysely);
  return rows[0]?.at ?? new Date(0).toISOString();
}
