import type { GeneratedTimestamp, JsonColumn, JsonValue } from './column-types.ts';

export interface SettingsTable {
  key: string;
  value: JsonColumn<JsonValue>;
  updated_at: GeneratedTimestamp;
}
