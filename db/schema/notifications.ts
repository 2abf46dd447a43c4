import type { GeneratedTimestamp, Identity, Timestamp } from './column-types.ts';

export interface NotificationsTable {
  id: Identity;
  /** Null means everybody. */
  user_id: string | null;
  title: string;
  body: string;
  /** Only for mothers who have said they are in this stage; null means everybody. */
  stage: 'PREGNANCY' | 'BIRTHING' | 'POSTBIRTH' | null;
  publish_at: GeneratedTimestamp;
  withdrawn_at: Timestamp | null;
  /** When a planned one was published; null while it waits, and for one that was due when written. */
  announced_at: Timestamp | null;
  created_at: GeneratedTimestamp;
}

export interface NotificationReadsTable {
  notification_id: number;
  user_id: string;
  read_at: GeneratedTimestamp;
}
