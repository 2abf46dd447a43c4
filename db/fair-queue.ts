import { ReadLimitError } from './queries/read-limit.ts';

const MAX_WAITING_PER_LANE = 16;

type Start = () => void;
/** The waiting requests of a network by lane, in the order of their turns. */
type Lanes = Map<string, Set<Start>>;

/**
 * Limits concurrent long work fairly: one lane never takes every slot, and waiters take turns by network, then by lane.
 * Many accounts on one network therefore gain nothing.
 */
export class FairQueue {
  readonly #slots: number;
  readonly #places: number;
  readonly #running = new Map<string, number>();
  /** In the order of their turns. */
  readonly #networks = new Map<string, Lanes>();
  #taken = 0;
  #waiting = 0;

  /**
   * `places` limits the waiting requests of all networks together. At the limit, a request is refused if its network
   * already has one waiting; a network without one may still add one.
   */
  constructor(slots: number, places = Number.POSITIVE_INFINITY) {
    this.#slots = slots;
    this.#places = places;
  }

  /** Resolves with the release function once a slot is free. */
  enter(lane: string, signal?: AbortSignal, network = lane): Promise<() => void> {
    if (signal?.aborted) return Promise.reject(new ReadLimitError('disconnected'));
    if (this.#mayRun(lane)) return Promise.resolve(this.#take(lane));
    const waiting = this.#networks.get(network)?.get(lane) ?? new Set();
    const isFull = this.#waiting >= this.#places && this.#networks.has(network);
    if (isFull || waiting.size >= MAX_WAITING_PER_LANE)
      return Promise.reject(new ReadLimitError('queue_full'));
    return new Promise((resolve, reject) => {
      const start = () => {
        signal?.removeEventListener('abort', leave);
        resolve(this.#take(lane));
      };
      const leave = () => {
        if (waiting.delete(start)) this.#waiting -= 1;
        reject(new ReadLimitError('disconnected'));
      };
      signal?.addEventListener('abort', leave, { once: true });
      waiting.add(start);
      this.#waiting += 1;
      const lanes: Lanes = this.#networks.get(network) ?? new Map();
      this.#networks.set(network, lanes.set(lane, waiting));
    });
  }

  #mayRun(lane: string): boolean {
    const perLane = Math.max(1, this.#slots - 1);
    return this.#taken < this.#slots && (this.#running.get(lane) ?? 0) < perLane;
  }

  #take(lane: string): () => void {
    this.#taken += 1;
    this.#running.set(lane, (this.#running.get(lane) ?? 0) + 1);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.#taken -= 1;
      const remaining = (this.#running.get(lane) ?? 1) - 1;
      if (remaining > 0) this.#running.set(lane, remaining);
      else this.#running.delete(lane);
      this.#admit();
    };
  }

  /** Starts the next request, and moves its network and its lane to the end of the queue. */
  #admit(): void {
    for (const [network, lanes] of this.#networks) {
      for (const [lane, waiting] of lanes) {
        const [start] = waiting;
        if (start && !this.#mayRun(lane)) continue;
        lanes.delete(lane);
        if (start === undefined) continue;
        waiting.delete(start);
        this.#waiting -= 1;
        if (waiting.size > 0) lanes.set(lane, waiting);
        this.#networks.delete(network);
        if (lanes.size > 0) this.#networks.set(network, lanes);
        start();
        return;
      }
      if (lanes.size === 0) this.#networks.delete(network);
    }
  }
}
