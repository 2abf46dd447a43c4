/** Why a read was aborted. */
export type ReadLimit =
  /** Exceeded the time limit. */
  | 'time'
  /** Exceeded the size limit. */
  | 'size'
  /** The client disconnected. */
  | 'disconnected'
  /** Too many reads are queued, by this client or in total. */
  | 'queue_full';

export class ReadLimitError extends Error {
  readonly limit: ReadLimit;

  constructor(limit: ReadLimit) {
    super(`read aborted: ${limit}`);
    this.name = 'ReadLimitError';
    this.limit = limit;
  }
}

export interface ReadOptions {
  /** Known to take a few milliseconds; every other read runs where it blocks no one. */
  readonly isCheap: boolean;
  /** The requester: one requester's reads never take every slot. */
  readonly lane: string;
  /** Network of the requester: turns are taken by network first. By default, the lane is its own network. */
  readonly network?: string | undefined;
  /** Aborts the read when the client disconnects. */
  readonly signal?: AbortSignal;
  readonly limitMs: number;
  readonly maxBytes: number;
}

/** For reads that are never cheap. */
export type LongReadOptions = Omit<ReadOptions, 'isCheap'>;

/** Upper bound of a table's rows, at most a few seconds old. */
export type RowsOf = (table: string) => number;
