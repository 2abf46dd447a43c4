import type { ColumnType } from 'kysely';
import type { Timestamp } from './column-types.ts';

/** One at most of each kiosk, and none for longer than an hour. */
export interface KioskPicturesTable {
  kiosk_id: number;
  asked_at: Timestamp;
  /** Null until the kiosk has answered. */
  answered_at: ColumnType<Timestamp | null, Timestamp | null | undefined>;
  /** A JPEG in base64; null where somebody was there, and so none was taken. */
  image: ColumnType<string | null, string | null | undefined, string | null>;
}
