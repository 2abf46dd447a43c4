import { type ChangeEvent, type ChangeType, RESET_EVENT } from '#contract/calls/changes.ts';
import { type Actor, kindOf } from '#server/core/actor.ts';
import type { ChangeTable, Row } from './change-table.ts';
import { createEventFrame, type Frame } from './event-frame.ts';

/** A line of the change log. */
export interface LoggedChange {
  readonly id: number;
  readonly table: string;
  readonly record: Row | null;
  readonly oldRecord: Row | null;
  /** As the wire shows it. */
  readonly committedAt: string;
  /** As the log holds it. */
  readonly bytes: number;
}

/**
 * One change on its way to every reader: the policy is asked once per role where it can be, and
 * each of its few texts is made once.
 */
export class PreparedChange {
  readonly id: number;
  readonly table: string;
  readonly #change: LoggedChange;
  readonly #definition: ChangeTable;
  readonly #verdicts = new Map<string, ChangeType | null>();
  readonly #frames = new Map<string, Frame>();
  #framesVersion = 0;

  constructor(change: LoggedChange, definition: ChangeTable) {
    this.id = change.id;
    this.table = change.table;
    this.#change = change;
    this.#definition = definition;
  }

  /** What it takes to read it from the log, and to remember it. */
  get bytes(): number {
    return this.#change.bytes;
  }

  /** It was about a person who is erased: what it said is gone. */
  get isEmptied(): boolean {
    return this.#change.record === null && this.#change.oldRecord === null;
  }

  /** It is the row of this table that stands under the reader's own id. */
  isAbout(table: string, userId: string | null): boolean {
    const { record, oldRecord } = this.#change;
    return this.table === table && userId !== null && (record ?? oldRecord)?.['id'] === userId;
  }

  /** What this reader is told, or nothing. */
  frameFor(actor: Actor): Frame | undefined {
    // Besides the person only the admin can have seen it, who has to fetch again what it changed.
    if (this.isEmptied) {
      return actor.role === 'service_role' ? createResetFrame(this.id) : undefined;
    }
    const type = this.#typeFor(actor);
    if (type === null) return undefined;
    const version = this.#definition.version();
    if (version !== this.#framesVersion) this.#frames.clear();
    this.#framesVersion = version;
    const isAdmin = actor.role === 'service_role';
    const key = isAdmin ? `${type} for the admin` : type;
    const frame = this.#frames.get(key) ?? this.#render(type, isAdmin);
    this.#frames.set(key, frame);
    return frame;
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

  /** A row that comes into a reader's sight is new there, and one that leaves it is gone. */
  #judge(actor: Actor): ChangeType | null {
    const { record, oldRecord } = this.#change;
    const seesNew = record !== null && this.#definition.canSee(actor, record);
    const sawOld = oldRecord !== null && this.#definition.canSee(actor, oldRecord);
    if (seesNew) return sawOld ? 'UPDATE' : 'INSERT';
    return sawOld ? 'DELETE' : null;
  }

  #render(type: ChangeType, isAdmin: boolean): Frame {
    const { record, oldRecord, committedAt } = this.#change;
    const show = (row: Row | null) => (row ? this.#definition.render(row, { isAdmin }) : {});
    const event: ChangeEvent = {
      schema: 'public',
      table: this.table,
      type,
      record: type === 'DELETE' ? {} : show(record),
      old_record: type === 'INSERT' ? {} : show(oldRecord),
      commit_timestamp: committedAt,
    };
    return createEventFrame(this.id, type, event);
  }
}

export function createResetFrame(id: number): Frame {
  return createEventFrame(id, RESET_EVENT, {});
}
