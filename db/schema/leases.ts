import type { Timestamp } from './column-types.ts';

/** See `db/leases.ts`. All times are the database's, never those of the client machine. */
export interface LeasesTable {
  task: string;
  holder: string;
  held_until: Timestamp;
  /** When it was last finished; null for a task that is never finished. */
  done_at: Timestamp | null;
}
