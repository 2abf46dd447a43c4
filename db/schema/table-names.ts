import { TABLES, type TableName } from '#contract/rows/tables.ts';
import type { Database } from './database.ts';

/** Tables that clients never see; the compiler keeps the list complete. */
const UNSENT: Record<Exclude<keyof Database, TableName>, true> = {
  admin_credentials: true,
  admin_people: true,
  admin_recovery_codes: true,
  admin_sessions: true,
  file_names: true,
  flow_states: true,
  hand_overs: true,
  leases: true,
  one_time_tokens: true,
  play_counts: true,
  play_days: true,
  play_hours: true,
  rate_limits: true,
  sessions: true,
  storage_objects: true,
  ticket_messages: true,
  track_files: true,
  users: true,
  waiting_mails: true,
};

export const TABLE_NAMES: readonly string[] = Object.keys({ ...TABLES, ...UNSENT }).sort();
