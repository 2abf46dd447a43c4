import { audioContent } from './audio-content.ts';
import { auditLog } from './audit-log.ts';
import { centreCodes, codeRedemptions } from './centre-codes.ts';
import { consents } from './consents.ts';
import type { InsertOf, RowOf, Table, UpdateOf } from './define-table.ts';
import { deletionRequests } from './deletion-requests.ts';
import { favorites } from './favorites.ts';
import { kiosks } from './kiosks.ts';
import { newsletterSubscribers } from './newsletter-subscribers.ts';
import { notificationReads } from './notification-reads.ts';
import { notifications } from './notifications.ts';
import { playbackPositions } from './playback-positions.ts';
import { profiles } from './profiles.ts';
import { recordings } from './recordings.ts';
import { settings } from './settings.ts';
import { subscriptions } from './subscriptions.ts';
import { supportTickets } from './support-tickets.ts';
import { tombstones } from './tombstones.ts';
import { userActivity } from './user-activity.ts';

/** Every table of the API. */
export const TABLES = {
  audio_content: audioContent,
  audit_log: auditLog,
  centre_codes: centreCodes,
  code_redemptions: codeRedemptions,
  consents,
  deletion_requests: deletionRequests,
  favorites,
  kiosks,
  newsletter_subscribers: newsletterSubscribers,
  notification_reads: notificationReads,
  notifications,
  playback_positions: playbackPositions,
  profiles,
  recordings,
  settings,
  subscriptions,
  support_tickets: supportTickets,
  tombstones,
  user_activity: userActivity,
} as const satisfies Record<string, Table>;

export type TableName = keyof typeof TABLES;

/** The other tables of the API whose rows a read may embed. */
type Relationships<Name extends TableName> = RelationOf<
  Name,
  (typeof TABLES)[Name]['references'],
  keyof (typeof TABLES)[Name]['references']
>;
type RelationOf<Name extends string, References, Column extends keyof References> = {
  [C in Column & string]: References[C] extends TableName
    ? {
        foreignKeyName: `${Name}_${C}_fkey`;
        columns: [C];
        isOneToOne: false;
        referencedRelation: References[C];
        referencedColumns: ['id'];
      }
    : never;
}[Column & string];

/** The official client expects a tuple of relationships. It has at most one member, because no table has more. */
type AsTuple<T> = [T] extends [never] ? [] : [T];

/** The official client's `Database` type. */
export interface Database {
  public: {
    Tables: {
      [Name in TableName]: {
        Row: RowOf<(typeof TABLES)[Name]>;
        Insert: InsertOf<(typeof TABLES)[Name]>;
        Update: UpdateOf<(typeof TABLES)[Name]>;
        Relationships: AsTuple<Relationships<Name>>;
      };
    };
    Views: Record<never, never>;
    Functions: Record<never, never>;
  };
}
