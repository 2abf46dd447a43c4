import type { Generated } from 'kysely';
import type { AdminRole } from '#contract/words/admin-roles.ts';
import type {
  GeneratedJsonColumn,
  GeneratedTimestamp,
  JsonColumn,
  JsonObject,
  JsonValue,
  Timestamp,
} from './column-types.ts';

export interface UsersTable {
  id: string;
  /** Lower case. */
  email: string;
  password_hash: string | null;
  email_confirmed_at: Timestamp | null;
  invited_at: Timestamp | null;
  confirmation_sent_at: Timestamp | null;
  recovery_sent_at: Timestamp | null;
  email_change: string | null;
  email_change_sent_at: Timestamp | null;
  /** Which of the two addresses has said yes so far. */
  email_change_accepted: 'email_change_current' | 'email_change_new' | null;
  last_sign_in_at: Timestamp | null;
  banned_until: Timestamp | null;
  user_metadata: GeneratedJsonColumn<JsonObject>;
  app_metadata: GeneratedJsonColumn<JsonObject>;
  identity_id: string;
  /** What was given at sign-up, as the wire's `identities[0].identity_data` repeats it. */
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

/** Who comes into the admin area under her own name. */
export interface AdminPeopleTable {
  id: string;
  /** Lower case. */
  email: string;
  name: string;
  role: AdminRole;
  /** Null until she has accepted her invitation. */
  password_hash: string | null;
  invitation_hash: string | null;
  invitation_expires_at: Timestamp | null;
  /** Sealed; one that she has not confirmed yet counts for nothing. */
  totp_secret: string | null;
  totp_confirmed_at: Timestamp | null;
  /** The half minute of the last code taken: no code counts twice. */
  totp_last_step: number | null;
  /** A token names the one it was made in; every other is worth nothing. */
  token_generation: Generated<number>;
  last_sign_in_at: Timestamp | null;
  created_at: GeneratedTimestamp;
}

export interface AdminRecoveryCodesTable {
  admin_id: string;
  code_hash: string;
}
