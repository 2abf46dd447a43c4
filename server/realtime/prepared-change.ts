import { type ChangeEvent, type ChangeType, RESET_EVENT } from '#contract/calls/changes.ts';
import { type Actor, kindOf } from '#server/core/actors/actor.ts';
import type { ChangeTable, Row } from './change-table.ts';
import { createEventFrame } from './event-frame.ts';

/** An entry of the change log. */
export interface LoggedChange {
  readonly id: number;
  readonly table: string;
  readonly record: Row | null;
  readonly oldRecord: Row | null;
  /** In the API's format. */
  readonly committedAt: string;
  /** Size in the log. */
  readonly bytes: number;
}

/**
 * A change being dispatched: evaluates the policy once per role where possible, and formats each variant once.
 */
export class PreparedChange {
  readonly id: number;
  readonly table: string;
  readonly #change: LoggedChange;
  readonly #definition: ChangeTable;
  readonly #verdicts = new Map<string, ChangeType | null>();
  readonly #events = new Map<string, ChangeEvent>();
  readonly #frames = new Map<ChangeEvent, Buffer>();
  #version = 0;

  constructor(change: LoggedChange, definition: ChangeTable) {
    this.id = change.id;
    this.table = change.table;
    this.#change = change;
    this.#definition = definition;
  }

  /** Size in the log and in memory. */
  get bytes(): number {
    return this.#change.bytes;
  }

  /** True if the entry was emptied because its user was erased. */
  get isEmptied(): boolean {
    return this.#change.record === null && this.#change.oldRecord === null;
  }

  /** Whether the changed row is in this table and has this user's id. */
  isAbout(table: string, userId: string | null): boolean {
    const { record, oldRecord } = this.#change;
    return this.table === table && userId !== null && (record ?? oldRecord)?.['id'] === userId;
  }

  /** The encoded event for this reader; undefined if the change is invisible. */
  frameFor(actor: Actor): Buffer | undefined {
    // Only the erased user and admins could see the row, so only admins have to refetch.
    if (this.isEmptied) {
      return actor.role === 'service_role' ? createResetFrame(this.id) : undefined;
    }
    const event = this.eventFor(actor);
    if (event === undefined) return undefined;
    const frame = this.#frames.get(event) ?? createEventFrame(this.id, event.type, event);
    this.#frames.set(event, frame);
    return frame;
  }

  /** The event as an object, shared by readers with the same view. */
  eventFor(actor: Actor): ChangeEvent | undefined {
    const type = this.isEmptied ? null : this.#typeFor(actor);
    if (type === null) return undefined;
    const version = this.#definition.version();
    if (version !== this.#version) {
      this.#events.clear();
      this.#frames.clear();
    }
    this.#version = version;
    const isAdmin = actor.role === 'service_role';
    const { origin = '' } = actor;
    const key = `${type} ${isAdmin ? 'for the admin ' : ''}${origin}`;
    const event = this.#events.get(key) ?? this.#render(type, { isAdmin, origin });
    this.#events.set(key, event);
    return event;
  }

  /** Columns of the table, for clients that convert values by type. */
  get columns(): ChangeTable['columns'] {
    return this.#definition.columns;
  }

  #typeFor(actor: Actor): ChangeType | null {
    if (!this.#definition.isSharedByRole) return this.#judge(actor);
    const kind = kindOf(actor);
    const known = this.#verdicts.get(kind);
    if (known !== undefined) return known;
    const verdict = this.#judge(actor);
    this.#verdicts.set(kind, verdict);
    return verdict;
  }

  /** A row that becomes visible is an INSERT, one that becomes invisible a DELETE. */
  #judge(actor: Actor): ChangeType | null {
    const { record, oldRecord } = this.#change;
    const seesNew = record !== null && this.#definition.canSee(actor, record);
    const sawBefore = oldRecord !== null && this.#definition.canSee(actor, oldRecord);
    if (seesNew) return sawBefore ? 'UPDATE' : 'INSERT';
    return sawBefore ? 'DELETE' : null;
  }

  #render(type: ChangeType, reader: { isAdmin: boolean; origin: string }): ChangeEvent {
    const { record, oldRecord, committedAt } = this.#change;
    const show = (row: Row | null) => (row ? this.#definition.render(row, reader) : {});
    return {
      schema: 'public',
      table: this.table,
      type,
      record: type === 'DELETE' ? {} : show(record),
      old_record: type === 'INSERT' ? {} : show(oldRecord),
      commit_timestamp: committedAt,
    };
  }
}

export function createResetFrame(id: number): Buffer {
  return createEventFrame(id, RESET_EVENT, {});
}
