/** The queue is full: better to say so at once than to let everybody wait for longer than they will. */
export class QueueFullError extends Error {
  constructor() {
    super('The queue is full.');
    this.name = 'QueueFullError';
  }
}

export interface WorkQueue {
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** At most `concurrency` at once, at most `capacity` waiting, in the order they came. */
export function createWorkQueue(limits: { concurrency: number; capacity: number }): WorkQueue {
  const waiting: (() => void)[] = [];
  let running = 0;

  function release(): void {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }

  async function acquire(): Promise<void> {
    if (running < limits.concurrency) {
      running += 1;
      return;
    }
    if (waiting.length >= limits.capacity) throw new QueueFullError();
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  return {
    async run(work) {
      await acquire();
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}
