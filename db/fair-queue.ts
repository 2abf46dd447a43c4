import { ReadLimitError } from './queries/read-limit.ts';

const MAX_WAITING_PER_LANE = 16;
const MAX_WAITING = 256;

interface Waiter {
  readonly network: string;
  readonly lane: string;
  enter(): void;
  /** Rejects the waiter in favour of one that requests less. */
  drop(): void;
}

/**
 * Limits concurrent long work fairly: one lane never takes every slot, and waiters take turns by network, then by lane.
 * Many accounts on one network therefore gain nothing.
 */
export class FairQueue {
  readonly #slots: number;
  readonly #running = new Map<string, number>();
  /** In order of arrival. */
  readonly #waiting = new Set<Waiter>();
  /** Turn in which a waiting network or lane last ran or arrived. */
  readonly #lastTurns = new Map<string, number>();
  #taken = 0;
  #turn = 0;

  constructor(slots: number) {
    this.#slots = slots;
  }

  /** Resolves with the release function once a slot is free. */
  enter(lane: string, signal?: AbortSignal, network = lane): Promise<() => void> {
    if (signal?.aborted) return Promise.reject(new ReadLimitError('disconnected'));
    if (this.#mayRun(lane)) return Promise.resolve(this.#take(lane));
    if (!this.#hasRoomFor(network, lane)) return Promise.reject(new ReadLimitError('queue_full'));
    return new Promise((resolve, reject) => {
      const end = (limit: 'disconnected' | 'queue_full') => {
        signal?.removeEventListener('abort', leave);
        this.#forget(waiting);
        reject(new ReadLimitError(limit));
      };
      const leave = () => end('disconnected');
      const waiting: Waiter = {
        network,
        lane,
        enter: () => {
          signal?.removeEventListener('abort', leave);
          this.#turn += 1;
          for (const key of keysOf(waiting)) this.#lastTurns.set(key, this.#turn);
          this.#forget(waiting);
          resolve(this.#take(lane));
        },
        drop: () => end('queue_full'),
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.#waiting.add(waiting);
      for (const key of keysOf(waiting)) {
        if (!this.#lastTurns.has(key)) this.#lastTurns.set(key, this.#turn);
      }
    });
  }

  #mayRun(lane: string): boolean {
    const perLane = Math.max(1, this.#slots - 1);
    return this.#taken < this.#slots && (this.#running.get(lane) ?? 0) < perLane;
  }

  /** When the queue is full, the last waiter of the largest requester is rejected in favour of a smaller one. */
  #hasRoomFor(network: string, lane: string): boolean {
    const ofLane = [...this.#waiting].filter((it) => it.lane === lane).length;
    if (ofLane >= MAX_WAITING_PER_LANE) return false;
    if (this.#waiting.size < MAX_WAITING) return true;
    const ofNetworks = Map.groupBy(this.#waiting, (it) => it.network);
    const fullest = largestGroup(ofNetworks);
    const isFullest = (ofNetworks.get(network)?.length ?? 0) >= fullest.length;
    const fullestLane = largestGroup(
      Map.groupBy((isFullest && ofNetworks.get(network)) || fullest, (it) => it.lane),
    );
    if (isFullest && ofLane >= fullestLane.length) return false;
    fullestLane.at(-1)?.drop();
    return true;
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

  #admit(): void {
    let next: Waiter | undefined;
    for (const waiting of this.#waiting) {
      if (this.#mayRun(waiting.lane) && (!next || this.#isBefore(waiting, next))) next = waiting;
    }
    next?.enter();
  }

  #isBefore(one: Waiter, other: Waiter): boolean {
    const [network = 0, lane = 0] = keysOf(one).map((key) => this.#lastTurns.get(key));
    const [otherNetwork = 0, otherLane = 0] = keysOf(other).map((key) => this.#lastTurns.get(key));
    return network < otherNetwork || (network === otherNetwork && lane < otherLane);
  }

  #forget(waiting: Waiter): void {
    if (!this.#waiting.delete(waiting)) return;
    const stillWaiting = new Set([...this.#waiting].flatMap(keysOf));
    for (const key of keysOf(waiting)) if (!stillWaiting.has(key)) this.#lastTurns.delete(key);
  }
}

const keysOf = ({ network, lane }: Waiter) => [`network ${network}`, `lane ${lane}`] as const;

function largestGroup(groups: ReadonlyMap<string, Waiter[]>): readonly Waiter[] {
  return [...groups.values()].reduce((most, one) => (one.length > most.length ? one : most), []);
}
