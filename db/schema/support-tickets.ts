import type { Generated } from 'kysely';
import type { GeneratedTimestamp, Identity, Timestamp } from './column-types.ts';

export interface SupportTicketsTable {
  id: Identity;
  user_id: string;
  subject: string;
  message: string;
  status: Generated<string>;
  answer: string | null;
  answered_at: Timestamp | null;
  created_at: GeneratedTimestamp;
  updated_at: GeneratedTimestamp;
}
