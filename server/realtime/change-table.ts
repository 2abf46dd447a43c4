import type { ColumnType } from '#contract/rows/define-table.ts';
import type { Actor } from '#server/core/actors/actor.ts';

export type Row = Record<string, unknown>;

/** The part of a table's registration used by event streams. */
export interface ChangeTable {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: ColumnType }[];
  /** All users of a role see the same rows, so the policy is evaluated once per role. */
  readonly isSharedByRole: boolean;
  /** The select policy of reads; admins also get rows that `render` then hides. */
  canSee(actor: Actor, row: Row): boolean;
  /** Registered columns, as in a read; some tables show admins more, or nothing. */
  render(row: Row, reader: { isAdmin: boolean; origin: string }): Row;
  /** Changes whenever `render` may return something else for the same row. */
  version(): number;
}

export type FindChangeTable = (name: string) => ChangeTable | undefined;
