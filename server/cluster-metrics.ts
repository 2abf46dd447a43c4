import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry } from 'prom-client';
import type { ProcessMetrics } from './core/telemetry/metrics.ts';

/**
 * The worker that serves `/metrics` asks the primary, which asks all workers. We do not use prom-client's cluster
 * registry, which loses the counts of dead workers and fails while one worker hangs.
 */
type MetricsJson = Awaited<ReturnType<ProcessMetrics['counters']['getMetricsAsJSON']>>;
type ToPrimary =
  | { metrics: 'wanted' }
  | { metrics: 'collected'; counters: MetricsJson; gauges: MetricsJson };
type ToWorker = { metrics: 'collect' } | { metrics: 'rendered'; text: string };

/** If a busy worker takes longer, its last counters are used. */
const TIMEOUT_MS = 1000;

const aggregate = (sets: MetricsJson[]) => AggregatorRegistry.aggregate(sets);

/** Starts collecting from workers; call it in the primary before the first fork. Returns a stop function. */
export function startClusterMetrics(): () => void {
  const counters = new Map<number, MetricsJson>();
  let ended: Promise<MetricsJson> = Promise.resolve([]);
  let collection: { readonly add: (worker: number, gauges: MetricsJson) => void } | undefined;
  let requesters: Worker[] = [];

  async function collect(): Promise<void> {
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => !!worker);
    const gauges = new Map<number, MetricsJson>();
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, TIMEOUT_MS);
    collection = {
      add(worker, own) {
        gauges.set(worker, own);
        if (workers.every(({ id }) => gauges.has(id))) resolve();
      },
    };
    for (const worker of workers) sendTo(worker, { metrics: 'collect' });
    await promise;
    clearTimeout(timer);
    collection = undefined;
    const answered = requesters;
    requesters = [];
    const text = await aggregate([...counters.values(), ...gauges.values(), await ended]).metrics();
    for (const worker of answered) sendTo(worker, { metrics: 'rendered', text });
  }

  const onMessage = (worker: Worker, message: unknown) => {
    if (!isAboutMetrics<ToPrimary>(message)) return;
    if (message.metrics === 'wanted') {
      requesters.push(worker);
      if (!collection) void collect();
    } else if (cluster.workers?.[worker.id]) {
      counters.set(worker.id, message.counters);
      collection?.add(worker.id, message.gauges);
    }
  };
  const onExit = ({ id }: Worker) => {
    const last = counters.get(id) ?? [];
    counters.delete(id);
    ended = ended.then((before) => aggregate([before, last]).getMetricsAsJSON());
  };
  cluster.on('message', onMessage);
  cluster.on('exit', onExit);
  return () => void cluster.off('message', onMessage).off('exit', onExit);
}

/** Returns a function that renders the metrics of all workers. */
export function renderAllWorkers({ counters, gauges }: ProcessMetrics): () => Promise<string> {
  let waiting: ((text: string) => void)[] = [];
  process.on('message', async (message: unknown) => {
    if (!isAboutMetrics<ToWorker>(message)) return;
    if (message.metrics === 'rendered') {
      for (const resolve of waiting) resolve(message.text);
      waiting = [];
      return;
    }
    const own = await Promise.all([counters.getMetricsAsJSON(), gauges.getMetricsAsJSON()]);
    send({ metrics: 'collected', counters: own[0], gauges: own[1] });
  });
  return async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    // Falls back to the worker's own metrics if the primary does not answer.
    const own = () => AggregatorRegistry.merge([counters, gauges]).metrics();
    const timer = setTimeout(() => own().then(resolve), 2 * TIMEOUT_MS);
    waiting.push(resolve);
    send({ metrics: 'wanted' });
    return promise.finally(() => clearTimeout(timer));
  };
}

function send(message: ToPrimary): void {
  // Fails only if the primary has died; the worker then exits.
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}

function sendTo(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message, () => undefined);
}

function isAboutMetrics<Message>(message: unknown): message is Message {
  return typeof message === 'object' && message !== null && 'metrics' in message;
}
