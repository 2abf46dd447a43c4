import type { GeneratedJsonColumn, GeneratedTimestamp, JsonObject } from './column-types.ts';

export interface ProfilesTable {
  /** The person's id in `users`. */
  id: string;
  username: string | null;
  avatar_url: string | null;
  preferences: GeneratedJsonColumn<JsonObject>;
  created_at: GeneratedTimestamp;
  updated_at: GeneratedTimestamp;
}
