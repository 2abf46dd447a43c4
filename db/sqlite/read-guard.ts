import { ReadLimitError } from '../queries/read-limit.ts';
import type { SqliteHandle } from './handle.ts';

interface Budget {
  /** In `performance.now()` time. */
  readonly until: number;
  /** Per level of a response: the page itself, or all lists of one embed together. */
  readonly maxBytes: number;
  readonly maxSteps?: number;
  readonly isCancelled?: () => boolean;
}

/**
 * Limits running statements. JavaScript cannot interrupt a SQLite statement, but functions that the statement calls can
 * throw: `read_step()` for each row of a scan that may be long, and `read_size(level, bytes)` for each addition to a
 * response.
 */
export class ReadGuard {
  #budget: Budget | undefined;
  #steps = 0;
  #bytes: number[] = [];

  constructor(handle: SqliteHandle) {
    handle.function('read_step', () => this.#step());
    handle.function('read_size', (level: number, bytes: number) => this.#add(level, bytes));
  }

  /** Runs synchronous work within a budget. */
  run<T>(budget: Budget, work: () => T): T {
    this.#budget = budget;
    this.#steps = 0;
    this.#bytes = [];
    try {
      return work();
    } finally {
      this.#budget = undefined;
    }
  }

  #step(): 1 {
    const budget = this.#budget;
    if (budget === undefined) return 1;
    this.#steps += 1;
    if (this.#steps > (budget.maxSteps ?? Number.POSITIVE_INFINITY))
      throw new ReadLimitError('size');
    if (performance.now() > budget.until) throw new ReadLimitError('time');
    if (budget.isCancelled?.()) throw new ReadLimitError('disconnected');
    return 1;
  }

  #add(level: number, bytes: number): 1 {
    const sum = (this.#bytes[level] ?? 0) + bytes;
    this.#bytes[level] = sum;
    if (this.#budget !== undefined && sum > this.#budget.maxBytes) throw new ReadLimitError('size');
    return 1;
  }
}
