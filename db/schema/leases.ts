import type { Timestamp } from './column-types.ts';

/** See `db/leases.ts`. All times are the database's, never those of the machine that asks. */
export interface LeasesTable {
  task: string;
  holder: string;
  held_until: Timestamp;
  /** When it was last done to the end; null for a task that has no end. */
  done_at: Timestamp | null;
}
