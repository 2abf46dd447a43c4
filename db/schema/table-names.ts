import type { Database } from './database.ts';

/** Every table, known at run time too; the compiler keeps it complete. */
const TABLES: Record<keyof Database, true> = {
  admin_credentials: true,
  audio_content: true,
  audit_log: true,
  centre_codes: true,
  change_log: true,
  code_redemptions: true,
  consents: true,
  deletion_requests: true,
  favorites: true,
  flow_states: true,
  hand_overs: true,
  kiosks: true,
  newsletter_subscribers: true,
  notification_reads: true,
  notifications: true,
  one_time_tokens: true,
  play_counts: true,
  play_days: true,
  playback_positions: true,
  profiles: true,
  rate_limits: true,
  recordings: true,
  sessions: true,
  settings: true,
  subscriptions: true,
  support_tickets: true,
  tombstones: true,
  track_files: true,
  user_activity: true,
  users: true,
};

export const TABLE_NAMES: readonly string[] = Object.keys(TABLES);
