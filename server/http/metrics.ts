import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Request, RequestHandler } from 'express';
import { HTTP_ERROR } from '#contract/words/error-codes.ts';
import { AppError } from '#server/core/errors.ts';
import {
  createCounter,
  createHistogram,
  type Family,
  joinFamilies,
  renderFamilies,
} from './figures.ts';
import type { RouteLabel } from './route-labels.ts';
import { isThisMachine } from './this-machine.ts';

/** Takes what one process counted and gives what all of the server did. */
export type Gather = (own: () => Family[]) => () => Promise<Family[][]>;

interface GaugeOptions {
  readonly name: string;
  readonly help: string;
  readonly type?: 'counter' | 'gauge';
  readonly joined?: Family['joined'];
}

/** One value, or several with their labels: `state="waiting"`. */
type Reading = number | undefined | readonly (readonly [labels: string, value: number])[];

export interface Metrics {
  /** Takes note of a request when its answer is finished. */
  count(req: IncomingMessage, res: ServerResponse): void;
  /** Known once the routes are. */
  labelRoutes(label: RouteLabel): void;
  /** A figure of each process, read when somebody asks for it. */
  addGauge(options: GaugeOptions, read: () => number): void;
  /** A figure that is the same whichever process says it; one that cannot be read now is left out. */
  addShared(options: GaugeOptions, read: () => Promise<Reading> | Reading): void;
  render(): Promise<string>;
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** A database that does not answer must not keep the other figures from whoever looks for the reason. */
const PATIENCE_MS = 1000;
const alone: Gather = (own) => async () => [own()];

export function createMetrics({ gather = alone }: { gather?: Gather | undefined } = {}): Metrics {
  const answers = createCounter('http_requests_total', 'Answers by method and status.');
  const durations = createHistogram(
    'http_request_duration_seconds',
    'From the request to the last byte of its answer, by method and route.',
  );
  const gauges: (() => Family)[] = [];
  const shared: (() => Promise<Family | undefined>)[] = [];
  let labelOf: RouteLabel = () => 'other';
  const gathered = gather(() => [
    answers.read(),
    durations.read(),
    ...gauges.map((read) => read()),
  ]);

  const metrics: Metrics = {
    count(req, res) {
      const startedAt = performance.now();
      res.once('finish', () => {
        const method = METHODS.has(req.method ?? '') ? req.method : 'other';
        answers.add(`method="${method}",status="${Math.floor(res.statusCode / 100)}xx"`);
        const seconds = (performance.now() - startedAt) / 1000;
        durations.observe(`method="${method}",route="${labelOf(req)}"`, seconds);
      });
    },
    labelRoutes(label) {
      labelOf = label;
    },
    addGauge: (options, read) => void gauges.push(() => familyOf(options, read())),
    addShared: (options, read) =>
      void shared.push(async () => {
        const reading = await withPatience(async () => read());
        return reading === undefined ? undefined : familyOf(options, reading);
      }),
    async render() {
      const [counted, known] = await Promise.all([
        gathered(),
        Promise.all(shared.map((read) => read())),
      ]);
      const families = [...joinFamilies(counted), ...known];
      return renderFamilies(families.filter((family) => family !== undefined));
    },
  };
  addProcessGauges(metrics);
  return metrics;
}

function familyOf(
  { name, help, type = 'gauge', joined = 'sum' }: GaugeOptions,
  reading: NonNullable<Reading>,
): Family {
  const samples =
    typeof reading === 'number'
      ? [[name, reading] as const]
      : reading.map(([labels, value]) => [`${name}{${labels}}`, value] as const);
  return { name, help, type, joined, samples };
}

async function withPatience<T>(read: () => Promise<T>): Promise<T | undefined> {
  const patience = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => patience.resolve(undefined), PATIENCE_MS);
  try {
    return await Promise.race([read(), patience.promise]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

function addProcessGauges(metrics: Metrics): void {
  const lag = monitorEventLoopDelay({ resolution: 20 });
  lag.enable();
  const gauge = (
    name: string,
    help: string,
    joined: NonNullable<GaugeOptions['joined']>,
    read: () => number,
  ) => metrics.addGauge({ name, help, joined }, read);
  const memory = () => process.memoryUsage();
  gauge('server_processes', 'Processes that serve and have answered.', 'sum', () => 1);
  gauge('process_resident_memory_bytes', 'Resident memory of all.', 'sum', () => memory().rss);
  gauge('process_heap_bytes', 'JavaScript heap in use of all.', 'sum', () => memory().heapUsed);
  gauge('process_uptime_seconds', 'Age of the youngest.', 'min', () => process.uptime());
  gauge('event_loop_lag_p99_seconds', 'Delay of the slowest event loop.', 'max', () => {
    const seconds = lag.percentile(99) / 1e9;
    lag.reset();
    return seconds;
  });
}

/** For this machine, or for whoever holds the token; a proxy in front is not this machine. */
export function createMetricsHandler(metrics: Metrics, token: string | undefined): RequestHandler {
  return async (req, res) => {
    if (!mayRead(req, token)) {
      throw new AppError({
        status: 403,
        code: HTTP_ERROR.forbidden,
        publicMessage: 'Figures are for this machine, or for whoever sends METRICS_TOKEN.',
      });
    }
    res.set('Cache-Control', 'no-store');
    res.type('text/plain; version=0.0.4; charset=utf-8').send(await metrics.render());
  };
}

function mayRead(req: Request, token: string | undefined): boolean {
  const given = req.get('authorization')?.replace(/^Bearer /i, '');
  if (token && given) return isEqual(given, token);
  return isThisMachine(req);
}

function isEqual(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
