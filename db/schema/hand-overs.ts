import type { Timestamp } from './column-types.ts';

export interface HandOversTable {
  id: string;
  /** `phone`: from the screen to her phone. `screen`: her phone lets the screen in. */
  goes_to: 'phone' | 'screen';
  /** Keyed hash of the six characters on the screen. */
  code_hash: string;
  /** Keyed hash of what the screen alone knows, to hear what became of the code. */
  secret_hash: string;
  /** Whose session the code gives; null until somebody has let the screen in. */
  user_id: string | null;
  /** The session that vouches for her: when it ends, the code goes with it. */
  session_id: string | null;
  created_at: Timestamp;
  expires_at: Timestamp;
  used_at: Timestamp | null;
}
