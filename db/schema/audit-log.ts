import type { ColumnType } from 'kysely';
import type { GeneratedTimestamp, Identity, JsonObject, JsonText } from './column-types.ts';

type OptionalJson = ColumnType<JsonObject | null, JsonText | null | undefined, JsonText | null>;

export interface AuditLogTable {
  id: Identity;
  actor: string;
  action: string;
  table_name: string;
  row_id: string;
  before: OptionalJson;
  after: OptionalJson;
  created_at: GeneratedTimestamp;
}
