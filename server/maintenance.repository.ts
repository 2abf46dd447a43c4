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
  /** Rows whose `since` lies before this moment. */
  readonly before: string;
  readonly since: 'created_at' | 'updated_at';
  /** Only those in this state. */
  readonly status?: string;
}

/** Deletes what is too old, and answers how many rows went. */
export function deleteOld(db: AppDatabase, { table, before, since, status }: Old): Promise<number> {
  const inState = status === undefined ? sql`` : sql`and status = ${status}`;
  return deleteInBatches(db, table, sql`where ${sql.ref(since)} < ${before} ${inState}`);
}
