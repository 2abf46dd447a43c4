import type { ColumnType } from 'kysely';
import type { Identity, JsonObject, Timestamp } from './column-types.ts';

/** Written by triggers only, hence no type to insert or update with. */
type Logged<T> = ColumnType<T, never, never>;

export interface ChangeLogTable {
  /** Rises in the order of commits on both engines: whoever has seen n has seen everything up to n. */
  id: Identity;
  table_name: Logged<string>;
  type: Logged<'INSERT' | 'UPDATE' | 'DELETE'>;
  /** The primary key of the row, e.g. `{"user_id":"…","content_id":3}`. */
  row_key: Logged<JsonObject>;
  /** The whole row as `db` code reads it; null for a delete. */
  record: Logged<JsonObject | null>;
  /** The row before; null for an insert. */
  old_record: Logged<JsonObject | null>;
  committed_at: Logged<Timestamp>;
}
