import type { Generated } from 'kysely';
import type { AdminRole } from '#contract/constants/admin-roles.ts';
import type { JsonObject, JsonValue } from '#contract/rows/define-table.ts';
import type {
  GeneratedJsonColumn,
  GeneratedTimestamp,
  JsonColumn,
  OptionalJsonColumn,
  Timestamp,
} from './column-types.ts';

export interface UsersTable {
  id: string;
  /** Lower case. */
  email: string;
  password_hash: string | null;
  email_confirmed_at: Timestamp | null;
  /** When the address was verified by a mail, or by the site's owner. */
  email_proved_at: Timestamp | null;
  invited_at: Timestamp | null;
  confirmation_sent_at: Timestamp | null;
  recovery_sent_at: Timestamp | null;
  email_change: string | null;
  email_change_sent_at: Timestamp | null;
  /** Which of the two addresses has confirmed so far. */
  email_change_accepted: 'email_change_current' | 'email_change_new' | null;
  last_sign_in_at: Timestamp | null;
  banned_until: Timestamp | null;
  user_metadata: GeneratedJsonColumn<JsonObject>;
  app_metadata: GeneratedJsonColumn<JsonObject>;
  identity_id: string;
  /** Metadata of the sign-up, as in the API's `identities[0].identity_data`. */
  identity_data: GeneratedJsonColumn<JsonObject>;
  reauthentication_sent_at: Timestamp | null;
  created_at: GeneratedTimestamp;
  updated_at: GeneratedTimestamp;
}

export interface SessionsTable {
  id: string;
  user_id: string;
  created_at: GeneratedTimestamp;
  updated_at: GeneratedTimestamp;
  /** Milliseconds since the epoch. */
  expires_at: number;
  aal: Generated<string>;
  amr: JsonColumn<JsonValue[]>;
  refresh_counter: Generated<number>;
  refreshed_at: Timestamp | null;
  /** Browser and system, such as 'Firefox on Linux'; null if unknown. */
  device: string | null;
}

export interface OneTimeTokensTable {
  id: string;
  user_id: string;
  kind:
    | 'confirmation'
    | 'recovery'
    | 'email_change_current'
    | 'email_change_new'
    | 'reauthentication';
  token_hash: string;
  relates_to: string;
  flow_state_id: string | null;
  /** Data of the sign-up that requested this mail; the account takes it when the mail verifies the address. */
  password_hash: string | null;
  user_metadata: OptionalJsonColumn<JsonObject>;
  play_log_consent: boolean | null;
  created_at: GeneratedTimestamp;
}

export interface FlowStatesTable {
  id: string;
  user_id: string | null;
  auth_code_hash: string | null;
  code_challenge: string;
  code_challenge_method: string;
  auth_type: string;
  issued_at: Timestamp | null;
  created_at: GeneratedTimestamp;
}

export interface RateLimitsTable {
  key: string;
  count: number;
  window_start: Timestamp;
}

export interface AdminCredentialsTable {
  id: number;
  password_hash: string;
  token_generation: Generated<number>;
  updated_at: GeneratedTimestamp;
}

/** Personal accounts of the admin area. */
export interface AdminPeopleTable {
  id: string;
  /** Lower case. */
  email: string;
  name: string;
  role: AdminRole;
  /** Null until the invitation is accepted. */
  password_hash: string | null;
  invitation_hash: string | null;
  invitation_expires_at: Timestamp | null;
  /** Encrypted; ignored until confirmed. */
  totp_secret: string | null;
  totp_confirmed_at: Timestamp | null;
  /** The 30 s time step of the last accepted code: codes are single-use. */
  totp_last_step: number | null;
  /** Included in tokens; tokens of a different generation are invalid. */
  token_generation: Generated<number>;
  last_sign_in_at: Timestamp | null;
  created_at: GeneratedTimestamp;
}

/** Machines on which an admin stays signed in. */
export interface AdminSessionsTable {
  id: string;
  /** Null for the shared password. */
  admin_id: string | null;
  token_hash: string;
  /** The generation of the admin, or of the shared password, at sign-in. A newer generation ends the session. */
  token_generation: number;
  /** Browser and system; null if unknown. */
  device: string | null;
  created_at: Timestamp;
  last_used_at: Timestamp;
  expires_at: Timestamp;
}

export interface AdminRecoveryCodesTable {
  admin_id: string;
  code_hash: string;
}
