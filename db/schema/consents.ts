import type { GeneratedTimestamp, Identity, Timestamp } from './column-types.ts';

export interface ConsentsTable {
  id: Identity;
  user_id: string;
  kind: string;
  text_version: string;
  granted: boolean;
  created_at: GeneratedTimestamp;
  withdrawn_at: Timestamp | null;
}
