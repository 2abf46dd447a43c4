import type { AudioContentTable } from './audio-content.ts';
import type { AuditLogTable } from './audit-log.ts';
import type {
  AdminCredentialsTable,
  AdminPeopleTable,
  AdminRecoveryCodesTable,
  FlowStatesTable,
  OneTimeTokensTable,
  RateLimitsTable,
  SessionsTable,
  UsersTable,
} from './auth.ts';
import type { CentreCodesTable, CodeRedemptionsTable } from './centre-codes.ts';
import type { ChangeLogTable } from './change-log.ts';
import type { ConsentsTable } from './consents.ts';
import type { DeletionRequestsTable, TombstonesTable } from './deletion-requests.ts';
import type { FavoritesTable } from './favorites.ts';
import type { FileNamesTable } from './file-names.ts';
import type { HandOversTable } from './hand-overs.ts';
import type { KioskPicturesTable } from './kiosk-pictures.ts';
import type { KiosksTable } from './kiosks.ts';
import type { LeasesTable } from './leases.ts';
import type { NewsletterSubscribersTable } from './newsletter-subscribers.ts';
import type { NotificationReadsTable, NotificationsTable } from './notifications.ts';
import type { PlayCountsTable, PlayDaysTable, PlayHoursTable } from './play-counts.ts';
import type { PlaybackPositionsTable } from './playback-positions.ts';
import type { ProfilesTable } from './profiles.ts';
import type { RecordingsTable } from './recordings.ts';
import type { SettingsTable } from './settings.ts';
import type { SubscriptionsTable } from './subscriptions.ts';
import type { SupportTicketsTable } from './support-tickets.ts';
import type { TicketMessagesTable } from './ticket-messages.ts';
import type { TrackFilesTable } from './track-files.ts';
import type { UserActivityTable } from './user-activity.ts';
import type { WaitingMailsTable } from './waiting-mails.ts';

export interface Database {
  admin_credentials: AdminCredentialsTable;
  admin_people: AdminPeopleTable;
  admin_recovery_codes: AdminRecoveryCodesTable;
  audio_content: AudioContentTable;
  audit_log: AuditLogTable;
  centre_codes: CentreCodesTable;
  change_log: ChangeLogTable;
  code_redemptions: CodeRedemptionsTable;
  consents: ConsentsTable;
  deletion_requests: DeletionRequestsTable;
  favorites: FavoritesTable;
  file_names: FileNamesTable;
  flow_states: FlowStatesTable;
  hand_overs: HandOversTable;
  kiosk_pictures: KioskPicturesTable;
  kiosks: KiosksTable;
  leases: LeasesTable;
  newsletter_subscribers: NewsletterSubscribersTable;
  notification_reads: NotificationReadsTable;
  notifications: NotificationsTable;
  one_time_tokens: OneTimeTokensTable;
  play_counts: PlayCountsTable;
  play_days: PlayDaysTable;
  play_hours: PlayHoursTable;
  playback_positions: PlaybackPositionsTable;
  profiles: ProfilesTable;
  rate_limits: RateLimitsTable;
  recordings: RecordingsTable;
  sessions: SessionsTable;
  settings: SettingsTable;
  subscriptions: SubscriptionsTable;
  support_tickets: SupportTicketsTable;
  ticket_messages: TicketMessagesTable;
  tombstones: TombstonesTable;
  track_files: TrackFilesTable;
  user_activity: UserActivityTable;
  users: UsersTable;
  waiting_mails: WaitingMailsTable;
}
