import type { Generated } from 'kysely';
import type { GeneratedTimestamp, Identity, Timestamp } from './column-types.ts';

export interface CentreCodesTable {
  id: Identity;
  centre_name: string;
  /** Eight characters, as `server/contract/rows/rows/centre-codes.ts` has them, without the dash. */
  code: string;
  plan_type: 'Lifetime' | 'Monthly' | 'Trial';
  /** Months of a Monthly plan, days of a Trial; null for Lifetime. */
  plan_length: number | null;
  uses_allowed: number;
  /** Also of people who have been erased since. */
  used_count: Generated<number>;
  valid_until: Timestamp;
  /** Null while the owner has not ended it. */
  ended_at: Timestamp | null;
  created_at: GeneratedTimestamp;
  /** Random; the private address of its numbers is made of it. Null: it has none. */
  numbers_key: string | null;
}

export interface CodeRedemptionsTable {
  code_id: number;
  user_id: string;
  redeemed_at: GeneratedTimestamp;
}
