import type { ColumnType } from 'kysely';
import type { Identity, JsonObject, JsonText, Timestamp } from './column-types.ts';

/** Written by triggers only, hence no type to insert or update with. */
type Logged<T> = ColumnType<T, never, never>;
/** An erasure empties it. */
type Erasable = ColumnType<JsonObject | null, never, null>;

export interface ChangeLogTable {
  /** Rises in the order of commits on both engines: whoever has seen n has seen everything up to n. */
  id: Identity;
  table_name: Logged<string>;
  type: Logged<'INSERT' | 'UPDATE' | 'DELETE'>;
  /** The primary key of the row, e.g. `{"user_id":"…","content_id":3}`. */
  row_key: ColumnType<JsonObject, never, JsonText>;
  /** The whole row as `db` code reads it; null for a delete. */
  record: Erasable;
  /** The row before; null for an insert. Without both, it was about a person who is erased. */
  old_record: Erasable;
  committed_at: Logged<Timestamp>;
}
