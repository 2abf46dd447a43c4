import { sql } from 'kysely';
import { deleteInBatches } from '#db/delete-in-batches.ts';
import type { AppDatabase } from '#db/open.ts';
import type { Executor } from '#db/schema/database.ts';
import { DAY_MS, HOUR_MS } from './core/clock.ts';
import { ONE_TIME_LIFE_MS } from './modules/auth/tokens/one-time-tokens.repository.ts';

interface OldRows {
  readonly table:
    | 'user_activity'
    | 'audit_log'
    | 'support_tickets'
    | 'newsletter_subscribers'
    | 'deletion_requests';
  /** Deletes rows older than this. */
  readonly before: string;
  readonly since: 'created_at' | 'updated_at';
  /** Only rows in this state. */
  readonly status?: string;
}

/** Deletes old rows; returns the count. */
export function deleteOldRows(
  db: AppDatabase,
  { table, before, since, status }: OldRows,
): Promise<number> {
  const inState = status === undefined ? sql`` : sql`and status = ${status}`;
  const where = sql`${sql.ref(since)} < ${before} ${inState}`;
  return deleteInBatches(db.kysely, { table, where });
}

/** Table, column of the start, and how long a row is kept. Readers check the expiry, so deletion only frees space. */
const EXPIRED_ROWS = [
  ['one_time_tokens', 'created_at', ONE_TIME_LIFE_MS],
  ['flow_states', 'created_at', 2 * DAY_MS],
  ['hand_overs', 'expires_at', HOUR_MS],
  ['rate_limits', 'window_start', DAY_MS],
  ['admin_sessions', 'expires_at', 0],
  // Kept for a while, so that a refresh reports "expired" and not "not found".
  ['sessions', 'expires_at', 30 * DAY_MS],
] as const;

export async function deleteExpired(db: Executor, now: number): Promise<void> {
  for (const [table, column, keptMs] of EXPIRED_ROWS) {
    const end = now - keptMs;
    // Lucia's table has milliseconds.
    const before = table === 'sessions' ? end : new Date(end).toISOString();
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} <= ${before}`.execute(db);
  }
}
