import type { z } from 'zod';
import { audioContentInsertSchema, audioContentSchema } from './audio-content.ts';
import { auditEntrySchema } from './audit-log.ts';
import { centreCodeSchema, codeRedemptionSchema } from './centre-codes.ts';
import { changeSchema } from './change-log.ts';
import { nothingSchema } from './columns.ts';
import { consentInsertSchema, consentSchema } from './consents.ts';
import { deletionRequestInsertSchema, deletionRequestSchema } from './deletion-requests.ts';
import { favoriteInsertSchema, favoriteSchema } from './favorites.ts';
import { kioskSchema } from './kiosks.ts';
import { newsletterSubscriberSchema } from './newsletter-subscribers.ts';
import { notificationReadInsertSchema, notificationReadSchema } from './notification-reads.ts';
import {
  notificationInsertSchema,
  notificationSchema,
  notificationUpdateSchema,
} from './notifications.ts';
import { playbackPositionSchema, playbackPositionUpsertSchema } from './playback-positions.ts';
import { profileInsertSchema, profileSchema, profileUpdateSchema } from './profiles.ts';
import { recordingSchema } from './recordings.ts';
import { settingInsertSchema, settingSchema } from './settings.ts';
import {
  subscriptionInsertSchema,
  subscriptionSchema,
  subscriptionUpdateSchema,
} from './subscriptions.ts';
import {
  supportTicketInsertSchema,
  supportTicketSchema,
  supportTicketUpdateSchema,
} from './support-tickets.ts';
import { tombstoneSchema } from './tombstones.ts';
import { userActivityInsertSchema, userActivitySchema } from './user-activity.ts';

/** Only the server writes it. */
const readOnly = { insert: nothingSchema, update: nothingSchema, relationships: [] } as const;
/** A row of it is added or taken away, never changed. */
const addOnly = { update: nothingSchema, relationships: [] } as const;

/** Rows that hang on a row of another table, which a read may embed. */
const hangingOn = <From extends string, Column extends string, To extends string>(
  from: From,
  column: Column,
  to: To,
) =>
  [
    {
      foreignKeyName: `${from}_${column}_fkey`,
      columns: [column],
      isOneToOne: false,
      referencedRelation: to,
      referencedColumns: ['id'],
    },
  ] as const;

/** Every table the wire shows: what a row has, and what a page may send for a new or a changed one. */
export const TABLES = {
  audio_content: {
    row: audioContentSchema,
    insert: audioContentInsertSchema,
    update: audioContentInsertSchema.partial(),
    relationships: [],
  },
  audit_log: { row: auditEntrySchema, ...readOnly },
  centre_codes: { row: centreCodeSchema, ...readOnly },
  change_log: { row: changeSchema, ...readOnly },
  code_redemptions: {
    row: codeRedemptionSchema,
    ...readOnly,
    relationships: hangingOn('code_redemptions', 'code_id', 'centre_codes'),
  },
  consents: { row: consentSchema, insert: consentInsertSchema, ...addOnly },
  deletion_requests: {
    row: deletionRequestSchema,
    insert: deletionRequestInsertSchema,
    ...addOnly,
  },
  favorites: {
    row: favoriteSchema,
    insert: favoriteInsertSchema,
    update: nothingSchema,
    relationships: hangingOn('favorites', 'content_id', 'audio_content'),
  },
  kiosks: { row: kioskSchema, ...readOnly },
  newsletter_subscribers: { row: newsletterSubscriberSchema, ...readOnly },
  notification_reads: {
    row: notificationReadSchema,
    insert: notificationReadInsertSchema,
    update: nothingSchema,
    relationships: hangingOn('notification_reads', 'notification_id', 'notifications'),
  },
  notifications: {
    row: notificationSchema,
    insert: notificationInsertSchema,
    update: notificationUpdateSchema,
    relationships: [],
  },
  playback_positions: {
    row: playbackPositionSchema,
    insert: playbackPositionUpsertSchema,
    update: playbackPositionUpsertSchema.partial(),
    relationships: hangingOn('playback_positions', 'content_id', 'audio_content'),
  },
  profiles: {
    row: profileSchema,
    insert: profileInsertSchema,
    update: profileUpdateSchema,
    relationships: [],
  },
  recordings: { row: recordingSchema, ...readOnly },
  settings: {
    row: settingSchema,
    insert: settingInsertSchema,
    update: settingInsertSchema.partial(),
    relationships: [],
  },
  subscriptions: {
    row: subscriptionSchema,
    insert: subscriptionInsertSchema,
    update: subscriptionUpdateSchema,
    relationships: [],
  },
  support_tickets: {
    row: supportTicketSchema,
    insert: supportTicketInsertSchema,
    update: supportTicketUpdateSchema,
    relationships: [],
  },
  tombstones: { row: tombstoneSchema, ...readOnly },
  user_activity: {
    row: userActivitySchema,
    insert: userActivityInsertSchema,
    update: nothingSchema,
    relationships: hangingOn('user_activity', 'content_id', 'audio_content'),
  },
} as const satisfies Record<string, TableShape>;

interface TableShape {
  readonly row: z.ZodObject;
  readonly insert: z.ZodObject;
  readonly update: z.ZodObject;
  readonly relationships: readonly object[];
}

export type TableName = keyof typeof TABLES;

/** Where arrays of the contract are read-only, the client's own types are not. */
type Writable<T> = T extends readonly unknown[]
  ? { -readonly [Key in keyof T]: Writable<T[Key]> }
  : T extends object
    ? { -readonly [Key in keyof T]: Writable<T[Key]> }
    : T;

/** What the official client takes as its `Database`. */
export interface Database {
  public: {
    Tables: {
      [Name in TableName]: {
        Row: z.output<(typeof TABLES)[Name]['row']>;
        Insert: z.input<(typeof TABLES)[Name]['insert']>;
        Update: z.input<(typeof TABLES)[Name]['update']>;
        Relationships: Writable<(typeof TABLES)[Name]['relationships']>;
      };
    };
    Views: Record<never, never>;
    Functions: Record<never, never>;
  };
}
