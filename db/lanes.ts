import { ReadLimitError } from './read-limit.ts';

const WAITING_PER_LANE = 16;
const WAITING_IN_ALL = 256;

interface Waiting {
  enter(): void;
}

/**
 * A few places for work that takes long, shared out so that nobody who asks for much keeps others from
 * asking at all: a lane never has every place, and the lanes that wait take turns.
 */
export class Lanes {
  readonly #places: number;
  readonly #running = new Map<string, number>();
  readonly #waiting = new Map<string, Set<Waiting>>();
  #taken = 0;
  #waitingInAll = 0;

  constructor(places: number) {
    this.#places = places;
  }

  /** Resolves when there is a place, with how to leave it. */
  enter(lane: string, signal?: AbortSignal): Promise<() => void> {
    if (signal?.aborted) return Promise.reject(new ReadLimitError('left'));
    if (this.#mayRun(lane)) return Promise.resolve(this.#take(lane));
    const queue = this.#waiting.get(lane) ?? new Set();
    if (queue.size >= WAITING_PER_LANE || this.#waitingInAll >= WAITING_IN_ALL) {
      return Promise.reject(new ReadLimitError('crowd'));
    }
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#forget(lane, waiting);
        reject(new ReadLimitError('left'));
      };
      const waiting: Waiting = {
        enter: () => {
          signal?.removeEventListener('abort', leave);
          this.#forget(lane, waiting);
          resolve(this.#take(lane));
        },
      };
      signal?.addEventListener('abort', leave, { once: true });
      queue.add(waiting);
      this.#waiting.set(lane, queue);
      this.#waitingInAll += 1;
    });
  }

  #mayRun(lane: string): boolean {
    const perLane = Math.max(1, this.#places - 1);
    return this.#taken < this.#places && (this.#running.get(lane) ?? 0) < perLane;
  }

  #take(lane: string): () => void {
    this.#taken += 1;
    this.#running.set(lane, (this.#running.get(lane) ?? 0) + 1);
    let isLeft = false;
    return () => {
      if (isLeft) return;
      isLeft = true;
      this.#taken -= 1;
      const others = (this.#running.get(lane) ?? 1) - 1;
      if (others > 0) this.#running.set(lane, others);
      else this.#running.delete(lane);
      this.#admit();
    };
  }

  #admit(): void {
    for (const [lane, queue] of this.#waiting) {
      if (!this.#mayRun(lane)) continue;
      const [first] = queue;
      // To the end of the row, so that the other lanes have their turn before this one has its next.
      this.#waiting.delete(lane);
      this.#waiting.set(lane, queue);
      first?.enter();
      return;
    }
  }

  #forget(lane: string, waiting: Waiting): void {
    const queue = this.#waiting.get(lane);
    if (!queue?.delete(waiting)) return;
    this.#waitingInAll -= 1;
    if (queue.size === 0) this.#waiting.delete(lane);
  }
}
