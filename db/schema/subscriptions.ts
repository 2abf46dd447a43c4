import type { Generated } from 'kysely';
import type { GeneratedTimestamp, Identity, Timestamp } from './column-types.ts';

export interface SubscriptionsTable {
  id: Identity;
  user_id: string;
  plan_type: string;
  /** `active`, or anything else for one that no longer is. */
  status: Generated<string>;
  start_date: GeneratedTimestamp;
  /** Null for lifetime access. */
  end_date: Timestamp | null;
  created_at: GeneratedTimestamp;
  updated_at: GeneratedTimestamp;
}
