import cluster, { type Worker } from 'node:cluster';
import { on } from 'node:events';
import { AggregatorRegistry, type Registry } from 'prom-client';

const REQUEST = 'cradlesong: metrics of all workers';
/** prom-client gives all workers five seconds. */
const TIMEOUT_MS = 6_000;

/**
 * The worker that serves `/metrics` asks the primary, which asks all workers. Call it in the primary before the first
 * fork. The counts of a dead worker are lost, which Prometheus takes for a reset.
 */
export function startClusterMetrics(): void {
  const all = new AggregatorRegistry();
  // Without a listener, the error of sending to a dying worker would end the primary.
  cluster.on('fork', (worker) => worker.on('error', () => undefined));
  cluster.on('message', async (worker: Worker, message: unknown) => {
    if (message !== REQUEST) return;
    const metrics = await all.clusterMetrics().catch(() => '');
    if (worker.isConnected()) worker.send({ metrics });
  });
}

/** Renders the metrics of all workers, or only of this worker if another does not respond. */
export function renderAllWorkers(own: Registry): () => Promise<string> {
  AggregatorRegistry.setRegistries(own);
  // The constructor listens for requests of the primary.
  new AggregatorRegistry();
  return async () => (await askPrimary().catch(() => '')) || own.metrics();
}

async function askPrimary(): Promise<string> {
  process.send?.(REQUEST, undefined, undefined, () => undefined);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  for await (const [message] of on(process, 'message', { signal })) {
    if (message?.metrics !== undefined) return message.metrics;
  }
  return '';
}
