import type { ColumnType } from 'kysely';
import type { JsonObject } from '#contract/rows/define-table.ts';
import type { Identity, JsonText, Timestamp } from './column-types.ts';

/** Written by triggers only, hence no insert and update types. */
type Logged<T> = ColumnType<T, never, never>;
/** Cleared by an erasure. */
type Erasable = ColumnType<JsonObject | null, never, null>;

export interface ChangeLogTable {
  /** Rises in commit order on both engines: a reader that has seen n has seen everything up to n. */
  id: Identity;
  table_name: Logged<string>;
  type: Logged<'INSERT' | 'UPDATE' | 'DELETE'>;
  /** The primary key of the row, e.g. `{"user_id":"…","content_id":3}`. */
  row_key: ColumnType<JsonObject, never, JsonText>;
  /** The whole row, with values as queries return them; null for a delete. */
  record: Erasable;
  /** The row before; null for an insert. If both are null, the change was about an erased user. */
  old_record: Erasable;
  committed_at: Logged<Timestamp>;
}
