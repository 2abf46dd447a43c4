/** A full queue refuses new jobs at once, because in a longer queue every job would time out. */
export class QueueFullError extends Error {
  constructor() {
    super('The queue is full.');
    this.name = 'QueueFullError';
  }
}

/** Origin of a job. Known devices and others take turns; within each of these two lanes, networks take turns. */
export interface RequestOrigin {
  readonly network: string;
  /** Id of a device on which the user has signed in before. */
  readonly knownDevice?: string | undefined;
}

interface Job {
  readonly origin: RequestOrigin;
  start(): void;
  refuse(): void;
}

interface Limits {
  readonly concurrency: number;
  /** Total limit of queued jobs, shared by all networks. */
  readonly capacity: number;
}

/** Queue with a list of jobs per network; the first network is served next. */
class Lane {
  readonly #networks = new Map<string, Job[]>();
  size = 0;

  waitingOf = (network: string) => this.#networks.get(network)?.length ?? 0;

  add(job: Job): void {
    const { network } = job.origin;
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

  /** Removes the newest job of the network with the most jobs, if it has more than `least`. */
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
      isTurnOfKnown = job.origin.knownDevice === undefined;
      running += 1;
      job.start();
    }
  }

  const laneOf = ({ knownDevice }: RequestOrigin) => (knownDevice === undefined ? others : known);

  function ensureRoom(origin: RequestOrigin): void {
    if (known.size + others.size < capacity) return;
    const lane = laneOf(origin);
    const waiting = lane.waitingOf(origin.network);
    // A full queue drops a job of the network with the most jobs, if they are more than this network's.
    const last =
      others.takeFromFullest(lane === known ? 0 : waiting + 1) ??
      known.takeFromFullest(waiting + 1);
    if (!last) throw new QueueFullError();
    last.refuse();
  }

  return {
    async run<T>(origin: RequestOrigin, work: () => Promise<T>): Promise<T> {
      ensureRoom(origin);
      await new Promise<void>((resolve, reject) => {
        const job = { origin, start: resolve, refuse: () => reject(new QueueFullError()) };
        laneOf(origin).add(job);
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
