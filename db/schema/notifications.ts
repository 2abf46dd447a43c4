import type { GeneratedTimestamp, Identity, Timestamp } from './column-types.ts';

export interface NotificationsTable {
  id: Identity;
  /** Null means everybody. */
  user_id: string | null;
  title: string;
  body: string;
  /** Only for mothers in this stage; null means every stage. */
  stage: string | null;
  publish_at: GeneratedTimestamp;
  withdrawn_at: Timestamp | null;
  created_at: GeneratedTimestamp;
}

export interface NotificationReadsTable {
  notification_id: number;
  user_id: string;
  read_at: GeneratedTimestamp;
}
