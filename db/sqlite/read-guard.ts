import { ReadLimitError } from '../read-limit.ts';

/** The part of a connection that takes functions of our own. */
interface FunctionHost {
  function(name: string, body: (...values: number[]) => number): unknown;
}

interface Budget {
  /** On the clock of `performance.now()`. */
  readonly until: number;
  /** Of any one level of an answer: the page itself, or all the lists of one embed together. */
  readonly maxBytes: number;
  readonly maxSteps?: number;
  readonly isCalledOff?: () => boolean;
}

/**
 * SQLite cannot be interrupted from JavaScript while a statement runs, but a statement calls functions of
 * ours, and those can throw. So the statements of the table engine call `read_step()` for every row they
 * look at where that may be many, and `read_size(level, bytes)` for what they add to an answer.
 */
export class ReadGuard {
  #budget: Budget | undefined;
  #steps = 0;
  #bytes: number[] = [];

  constructor(host: FunctionHost) {
    host.function('read_step', () => this.#step());
    host.function('read_size', (level, bytes) => this.#add(level ?? 0, bytes ?? 0));
  }

  /** Runs something synchronous within a budget. */
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
    if (budget.isCalledOff?.()) throw new ReadLimitError('left');
    return 1;
  }

  #add(level: number, bytes: number): 1 {
    const sum = (this.#bytes[level] ?? 0) + bytes;
    this.#bytes[level] = sum;
    if (this.#budget !== undefined && sum > this.#budget.maxBytes) throw new ReadLimitError('size');
    return 1;
  }
}
