/** The queue is full: fail fast rather than exceed everyone's timeout. */
export class QueueFullError extends Error {
  constructor() {
    super('The queue is full.');
    this.name = 'QueueFullError';
  }
}

/** Origin of a job. Networks take turns; known devices of the account get every second turn. */
export interface Turn {
  readonly network: string;
  readonly isKnownDevice: boolean;
}

interface Job {
  readonly turn: Turn;
  start(): void;
  refuse(): void;
}

interface Limits {
  readonly concurrency: number;
  /** Total limit of queued jobs, shared by all networks. */
  readonly capacity: number;
}

/** Queued jobs by network; the first network is next. */
class Lane {
  readonly #networks = new Map<string, Job[]>();
  size = 0;

  waitingOf = (network: string) => this.#networks.get(network)?.length ?? 0;

  add(job: Job): void {
    const { network } = job.turn;
    const jobs = this.#networks.get(network);
    if (jobs) jobs.push(job);
    else this.#networks.set(network, [job]);
    this.size += 1;
  }

  next(): Job | undefined {
    for (const [network, jobs] of this.#networks) {
      const job = jobs.shift();
      this.#networks.delete(network);
      if (jobs.length > 0) this.#networks.set(network, jobs);
      if (job) this.size -= 1;
      return job;
    }
    return undefined;
  }

  /** Removes the newest job of the network with most jobs, if more than `least`. */
  takeFromFullest(least: number): Job | undefined {
    const [network, jobs = []] = [...this.#networks].reduce(
      (most, one) => (one[1].length > most[1].length ? one : most),
      ['', [] as Job[]],
    );
    if (jobs.length <= least) return undefined;
    const job = jobs.pop();
    if (jobs.length === 0) this.#networks.delete(network);
    this.size -= 1;
    return job;
  }
}

/** Fair queue with limited concurrency: a network with many jobs delays only itself. */
export function createFairQueue({ concurrency, capacity }: Limits) {
  const known = new Lane();
  const others = new Lane();
  let running = 0;
  let isTurnOfKnown = true;

  function admit(): void {
    while (running < concurrency) {
      const lanes = isTurnOfKnown ? [known, others] : [others, known];
      const job = lanes[0]?.next() ?? lanes[1]?.next();
      if (!job) return;
      isTurnOfKnown = !job.turn.isKnownDevice;
      running += 1;
      job.start();
    }
  }

  function ensureRoom({ network, isKnownDevice }: Turn): void {
    const lane = isKnownDevice ? known : others;
    const waiting = lane.waitingOf(network);
    if (known.size + others.size < capacity) return;
    // When full, drops a job of the network with the most.
    const last =
      others.takeFromFullest(isKnownDevice ? 0 : waiting + 1) ?? known.takeFromFullest(waiting + 1);
    if (!last) throw new QueueFullError();
    last.refuse();
  }

  return {
    async run<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
      ensureRoom(turn);
      await new Promise<void>((resolve, reject) => {
        const job = { turn, start: resolve, refuse: () => reject(new QueueFullError()) };
        (turn.isKnownDevice ? known : others).add(job);
        admit();
      });
      try {
        return await work();
      } finally {
        running -= 1;
        admit();
      }
    },
  };
}
