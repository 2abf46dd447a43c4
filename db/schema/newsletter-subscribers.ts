import type { Generated } from 'kysely';
import type { GeneratedTimestamp, Identity, Timestamp } from './column-types.ts';

export interface NewsletterSubscribersTable {
  id: Identity;
  /** Lower case. */
  email: string;
  status: Generated<'pending' | 'confirmed' | 'unsubscribed'>;
  token_hash: string;
  /** The page or form that asked. */
  source: string | null;
  /** Version of the words that were agreed to. */
  text_version: string | null;
  created_at: GeneratedTimestamp;
  confirmed_at: Timestamp | null;
  unsubscribed_at: Timestamp | null;
}
