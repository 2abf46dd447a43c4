/** Why a read was ended before it had an answer. */
export type ReadLimit =
  /** It ran for longer than a read may. */
  | 'time'
  /** Its answer grew larger than an answer may. */
  | 'size'
  /** Whoever asked is gone. */
  | 'left'
  /** Too many reads of the same asker, or of everybody, wait already. */
  | 'crowd';

export class ReadLimitError extends Error {
  readonly limit: ReadLimit;

  constructor(limit: ReadLimit) {
    super(`A read met its limit: ${limit}`);
    this.name = 'ReadLimitError';
    this.limit = limit;
  }
}

/** How a read is to be run. */
export interface ReadOptions {
  /** Known to end in a few milliseconds; every other read runs where it holds nobody up. */
  readonly isCheap: boolean;
  /** Whose read it is: one asker's reads never take every place. */
  readonly lane: string;
  /** Where that asker is: turns are taken by networks first. Absent, the asker is alone there. */
  readonly network?: string | undefined;
  /** Ends the read when whoever asked is gone. */
  readonly signal?: AbortSignal;
  readonly limitMs: number;
  readonly maxBytes: number;
  /**
   * The last change of the log that could be seen in the answer, of a statement that always has a row: a copy
   * of the database that has this change will do. Absent, only the database itself does.
   */
  readonly mustSee?: number | undefined;
}

/** The same for what is never called cheap. */
export type LongReadOptions = Omit<ReadOptions, 'isCheap' | 'mustSee'>;

/** At most so many rows does a table have, by a look that is a few seconds old at most. */
export type RowsOf = (table: string) => number;
