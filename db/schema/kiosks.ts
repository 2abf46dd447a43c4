import type { ColumnType } from 'kysely';
import type {
  GeneratedJsonColumn,
  GeneratedTimestamp,
  Identity,
  JsonColumn,
  JsonObject,
  Timestamp,
} from './column-types.ts';

type OptionalText = ColumnType<string | null, string | null | undefined, string | null>;
type OptionalTimestamp = ColumnType<Timestamp | null, Timestamp | null | undefined>;

export interface KiosksTable {
  id: Identity;
  is_own: boolean;
  /** SHA-256 of the token a kiosk elsewhere reports with; null for the server's own and before it has enrolled. */
  token_hash: OptionalText;
  /** SHA-256 of the one-time code with which a kiosk elsewhere enrols, until it has. */
  code_hash: OptionalText;
  version: OptionalText;
  state: OptionalText;
  last_seen_at: OptionalTimestamp;
  started_at: OptionalTimestamp;
  last_input_at: OptionalTimestamp;
  last_sound_at: OptionalTimestamp;
  troubles: GeneratedJsonColumn<{ kind: string; at: Timestamp }[]>;
  settings: JsonColumn<JsonObject>;
  restart_asked_at: OptionalTimestamp;
  restart_due_at: OptionalTimestamp;
  created_at: GeneratedTimestamp;
}
