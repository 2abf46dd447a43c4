import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, Registry } from 'prom-client';
import { countOpenFiles, findOpenFilesLimit } from '../files/file-descriptors.ts';
import { withTimeout } from '../with-timeout.ts';

/** How the gauges of several workers are combined. */
type Aggregator = 'sum' | 'min' | 'max';

interface Named {
  readonly name: string;
  readonly help: string;
}

interface SharedOptions extends Named {
  readonly label?: string;
}

/** One value, or one per label value; undefined omits the metric. */
type Reading = number | undefined | readonly (readonly [labelValue: string, value: number])[];

export interface Metrics {
  /** For metrics of other types, of this process. */
  readonly registry: Registry;
  addGauge(options: Named & { readonly aggregator?: Aggregator }, read: () => number): void;
  addCounter(options: Named, read: () => number): void;
  /** Adds a gauge with the same value in every process; omitted while it cannot be read. */
  addShared(options: SharedOptions, read: () => Promise<Reading> | Reading): void;
  /** Renders Prometheus' text format. */
  render(): Promise<string>;
}

/** An unreachable database must not block other metrics. */
const READ_TIMEOUT_MS = 1000;

/** `renderProcesses` renders the metrics of all workers; defaults to this process. */
export function createMetrics(
  renderProcesses: (own: Registry) => () => Promise<string> = (own) => () => own.metrics(),
): Metrics {
  const own = new Registry();
  const shared = new Registry();
  const renderOwn = renderProcesses(own);

  const metrics: Metrics = {
    registry: own,
    addGauge({ name, help, aggregator = 'sum' }, read) {
      const gauge: Gauge = new Gauge({
        name,
        help,
        aggregator,
        registers: [own],
        collect: () => gauge.set(read()),
      });
    },
    addCounter({ name, help }, read) {
      const collect = () => {
        counter.reset();
        counter.inc(read());
      };
      const counter: Counter = new Counter({ name, help, registers: [own], collect });
    },
    addShared({ name, help, label }, read) {
      const labelNames = label === undefined ? [] : [label];
      const collect = async () => {
        const reading = await withTimeout(READ_TIMEOUT_MS, async () => read());
        gauge.reset();
        if (reading === undefined) gauge.remove({});
        else if (typeof reading === 'number') gauge.set(reading);
        else {
          for (const [labelValue, value] of reading)
            gauge.set({ [String(label)]: labelValue }, value);
        }
      };
      const gauge: Gauge = new Gauge({ name, help, labelNames, registers: [shared], collect });
    },
    async render() {
      return (await Promise.all([renderOwn(), shared.metrics()])).join('\n');
    },
  };
  addProcessGauges(metrics);
  return metrics;
}

/** Replaces prom-client's gauges, which would average event loop delays and add up descriptor limits. */
function addProcessGauges(metrics: Metrics): void {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  const gauge = (name: string, help: string, aggregator: Aggregator, read: () => number) =>
    metrics.addGauge({ name, help, aggregator }, read);
  const memory = () => process.memoryUsage();
  gauge('server_processes', 'Server processes that answered this query.', 'sum', () => 1);
  gauge(
    'process_resident_memory_bytes',
    'Resident memory of all processes.',
    'sum',
    () => memory().rss,
  );
  gauge(
    'process_heap_bytes',
    'Used JavaScript heap of all processes.',
    'sum',
    () => memory().heapUsed,
  );
  if (countOpenFiles() !== undefined) {
    gauge('process_open_fds', 'Open file descriptors of the process with the most.', 'max', () =>
      Number(countOpenFiles()),
    );
    gauge('process_max_fds', 'Maximum number of file descriptors per process.', 'min', () =>
      Number(findOpenFilesLimit() ?? Number.MAX_SAFE_INTEGER),
    );
  }
  gauge('process_uptime_seconds', 'Uptime of the process started last.', 'min', () =>
    process.uptime(),
  );
  gauge(
    'event_loop_lag_p99_seconds',
    '99th percentile of the event loop delay, of the slowest process.',
    'max',
    () => {
      const seconds = delay.percentile(99) / 1e9;
      delay.reset();
      return seconds;
    },
  );
}
