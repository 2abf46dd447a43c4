import type { Kysely } from 'kysely';
import type { TABLES, TableName } from '#contract/rows/tables.ts';
import type {
  AdminCredentialsTable,
  AdminPeopleTable,
  AdminRecoveryCodesTable,
  AdminSessionsTable,
  FlowStatesTable,
  OneTimeTokensTable,
  RateLimitsTable,
  SessionsTable,
  UsersTable,
} from './auth.ts';
import type { ChangeLogTable } from './change-log.ts';
import type { TableOf } from './column-types.ts';
import type { FileNamesTable } from './file-names.ts';
import type { HandOversTable } from './hand-overs.ts';
import type { LeasesTable } from './leases.ts';
import type { PlayCountsTable, PlayDaysTable, PlayHoursTable } from './play-counts.ts';
import type { StorageObjectsTable } from './storage-objects.ts';
import type { TicketMessagesTable } from './ticket-messages.ts';
import type { TrackFilesTable } from './track-files.ts';
import type { WaitingMailsTable } from './waiting-mails.ts';

/** Columns of the contract's tables that are never sent. */
interface Unsent {
  centre_codes: {
    /** Random; the private address of its statistics is derived from it. Null: none. */
    numbers_key: string | null;
  };
  deletion_requests: { token_hash: string | null };
  kiosks: {
    /** SHA-256 of a remote kiosk's report token; null for the server's own and before enrolment. */
    token_hash: string | null;
    /** SHA-256 of the one-time code for enrolling a remote kiosk; null afterwards. */
    code_hash: string | null;
  };
  newsletter_subscribers: { token_hash: string };
}

type Sent = {
  [Name in TableName]: TableOf<(typeof TABLES)[Name]> &
    (Name extends keyof Unsent ? Unsent[Name] : unknown);
};

export interface Database extends Sent {
  admin_credentials: AdminCredentialsTable;
  admin_people: AdminPeopleTable;
  admin_sessions: AdminSessionsTable;
  admin_recovery_codes: AdminRecoveryCodesTable;
  change_log: ChangeLogTable;
  file_names: FileNamesTable;
  flow_states: FlowStatesTable;
  hand_overs: HandOversTable;
  leases: LeasesTable;
  one_time_tokens: OneTimeTokensTable;
  play_counts: PlayCountsTable;
  play_days: PlayDaysTable;
  play_hours: PlayHoursTable;
  rate_limits: RateLimitsTable;
  sessions: SessionsTable;
  storage_objects: StorageObjectsTable;
  ticket_messages: TicketMessagesTable;
  track_files: TrackFilesTable;
  users: UsersTable;
  waiting_mails: WaitingMailsTable;
}

/** The database or a transaction. */
export type Executor = Kysely<Database>;
