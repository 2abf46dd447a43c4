import type { Generated } from 'kysely';
import type { GeneratedTimestamp, Identity, Timestamp } from './column-types.ts';

export interface DeletionRequestsTable {
  id: Identity;
  /** Becomes null once the person is erased; the request itself stays as the record of it. */
  user_id: string | null;
  email: string;
  reason: string;
  feedback: string | null;
  data_download: Generated<boolean>;
  status: Generated<'received' | 'confirmed' | 'approved' | 'erased' | 'refused'>;
  token_hash: string | null;
  created_at: GeneratedTimestamp;
  confirmed_at: Timestamp | null;
  approved_at: Timestamp | null;
  due_at: Timestamp | null;
  erased_at: Timestamp | null;
  refused_at: Timestamp | null;
  /** What she was told, in the admin's words. */
  refusal: string | null;
}

/** What was erased, as a hash: a restored backup is compared with it and erased again. */
export interface TombstonesTable {
  kind: string;
  subject_hash: string;
  erased_at: GeneratedTimestamp;
}
