import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Request, RequestHandler } from 'express';
import { HTTP_ERROR } from '#contract/words/error-codes.ts';
import { AppError } from '#server/core/errors.ts';
import { isThisMachine } from './this-machine.ts';

export interface Metrics {
  /** Takes note of a request when its answer is finished. */
  count(req: IncomingMessage, res: ServerResponse): void;
  /** A number that is read when somebody asks for it. */
  addGauge(name: string, help: string, read: () => number): void;
  render(): string;
}

export function createMetrics(): Metrics {
  const answers = new Map<string, number>();
  const gauges = new Map<string, { help: string; read: () => number }>();
  const lag = monitorEventLoopDelay({ resolution: 20 });
  lag.enable();

  const metrics: Metrics = {
    count(req, res) {
      res.once('finish', () => {
        const key = `method="${req.method}",status="${Math.floor(res.statusCode / 100)}xx"`;
        answers.set(key, (answers.get(key) ?? 0) + 1);
      });
    },
    addGauge: (name, help, read) => void gauges.set(name, { help, read }),
    render: () =>
      [
        ...describe('http_requests_total', 'counter', 'Answers by method and status.'),
        ...[...answers].map(([labels, value]) => `http_requests_total{${labels}} ${value}`),
        ...[...gauges].flatMap(([name, { help, read }]) => [
          ...describe(name, 'gauge', help),
          `${name} ${read()}`,
        ]),
        '',
      ].join('\n'),
  };
  const memory = () => process.memoryUsage();
  metrics.addGauge('process_resident_memory_bytes', 'Resident memory.', () => memory().rss);
  metrics.addGauge('process_heap_bytes', 'JavaScript heap in use.', () => memory().heapUsed);
  metrics.addGauge('process_uptime_seconds', 'Age of the process.', () => process.uptime());
  metrics.addGauge('event_loop_lag_p99_seconds', 'Delay of the event loop.', () => {
    const seconds = lag.percentile(99) / 1e9;
    lag.reset();
    return seconds;
  });
  return metrics;
}

function describe(name: string, type: string, help: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

/** For this machine, or for whoever holds the token; a proxy in front is not this machine. */
export function createMetricsHandler(metrics: Metrics, token: string | undefined): RequestHandler {
  return (req, res, next) => {
    if (!mayRead(req, token)) {
      next(
        new AppError({
          status: 403,
          code: HTTP_ERROR.forbidden,
          publicMessage: 'Figures are for this machine, or for whoever sends METRICS_TOKEN.',
        }),
      );
      return;
    }
    res.set('Cache-Control', 'no-store');
    res.type('text/plain; version=0.0.4; charset=utf-8').send(metrics.render());
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
