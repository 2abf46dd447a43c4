import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

interface Watched {
  /** The longest answer, in ms. */
  readonly worst: number;
  /** How often all addresses were answered, one after the other. */
  readonly rounds: number;
}

/** Asks these addresses again and again until told to stop. */
export function watch(addresses: readonly string[]): { stop(): Promise<Watched> } {
  const worker = new Worker(new URL('./watch.worker.ts', import.meta.url), {
    workerData: { addresses },
  });
  const watched = once(worker, 'message');
  watched.catch(() => worker.terminate());
  return {
    async stop() {
      worker.postMessage('stop');
      const [found] = await watched;
      // watch.worker.ts, the only sender, posts this
      return found as Watched;
    },
  };
}
