import { sql } from 'kysely';
import { deleteInBatches } from '#db/delete-in-batches.ts';
import type { AppDatabase } from '#db/open.ts';

interface Old {
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
export function deleteOld(db: AppDatabase, { table, before, since, status }: Old): Promise<number> {
  const inState = status === undefined ? sql`` : sql`and status = ${status}`;
  const which = sql`${sql.ref(since)} < ${before} ${inState}`;
  return deleteInBatches(db.kysely, { table, which });
}
