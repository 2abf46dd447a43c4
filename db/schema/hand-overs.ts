import type { Timestamp } from './column-types.ts';

export interface HandOversTable {
  id: string;
  /** `phone`: signs the phone in as the user of the screen. `screen`: signs the screen in as the user of the phone. */
  goes_to: 'phone' | 'screen';
  /** Keyed hash of the six characters on the screen. */
  code_hash: string;
  /** Keyed hash of the screen's secret, with which it reads the status of the code. */
  secret_hash: string;
  /** The user the code signs in as; null until a phone has approved the screen. */
  user_id: string | null;
  /** The session of the user who requested or approved the code; when it ends, the code is deleted. */
  session_id: string | null;
  created_at: Timestamp;
  expires_at: Timestamp;
  used_at: Timestamp | null;
}
