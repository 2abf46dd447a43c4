import type { Actor } from '#server/core/actor.ts';

export type Row = Record<string, unknown>;

/** What the stream needs of a table's registration. */
export interface ChangeTable {
  readonly name: string;
  /** Everybody of one role sees the same rows, so one look at the policy serves them all. */
  readonly isSharedByRole: boolean;
  /** The same select policy that a read asks; the admin is also told of rows that `render` then leaves out. */
  canSee(actor: Actor, row: Row): boolean;
  /** The registered columns alone, as a read would show them; some hold more for the admin, or nothing. */
  render(row: Row, reader: { isAdmin: boolean }): Row;
  /** Another number whenever `render` may answer otherwise about the same row. */
  version(): number;
}

export type FindChangeTable = (name: string) => ChangeTable | undefined;
