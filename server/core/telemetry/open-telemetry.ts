import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, RequestListener } from 'node:http';
import {
  type Context,
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import type { QueryListener } from '#db/queries/query-log.ts';
import packageJson from '#package.json' with { type: 'json' };
import type { Config } from '../config/config.ts';
import { withTimeout } from '../with-timeout.ts';
import type { Logger } from './logger.ts';

/** Exports traces of requests to a collector. */
export interface Tracing {
  /** Every request becomes a span named by its route pattern. */
  wrap(listener: RequestListener, routeOf: (req: IncomingMessage) => string): RequestListener;
  /** Every statement becomes a child span of its request. */
  readonly onQuery: QueryListener;
  /** Flushes pending spans. */
  close(): Promise<void>;
}

/** Not traced: streams last for hours, and polls would dominate the collector. */
const NOT_TRACED: readonly string[] = [
  API_PATHS.changes,
  API_PATHS.health,
  API_PATHS.ready,
  API_PATHS.metrics,
];
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
/** The only part of a statement that is exported; our query builder quotes every name. */
const TABLE = /\b(?:from|into|update) "(\w+)"/;
/** An unreachable collector must not delay shutdown. */
const CLOSE_TIMEOUT_MS = 3000;

/**
 * Spans contain route, table, duration and outcome. No address, query, header, parameter or message, so that no
 * span reveals who listened to what. Automatic instrumentation would write addresses and queries into spans.
 */
export function createTracing(config: Config, logger: Logger): Tracing {
  const current = new AsyncLocalStorage<Context>();
  logFailures(logger);
  // The packages read sampler, limits, headers and time-outs from the environment.
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'cradlesong',
      'service.version': packageJson.version,
    }).merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  const tracer = provider.getTracer('cradlesong');
  const engine = config.DATABASE_URL === undefined ? 'sqlite' : 'postgresql';

  return {
    wrap: (listener, routeOf) => (req, res) => {
      const path = (req.url ?? '').split('?', 1)[0] ?? '';
      if (NOT_TRACED.includes(path)) return listener(req, res);
      const parent = config.TRUST_PROXY === false ? ROOT_CONTEXT : parentOf(req);
      const span = tracer.startSpan('request', { kind: SpanKind.SERVER }, parent);
      const { method = 'GET' } = req;
      res.once('close', () => {
        const route = routeOf(req);
        span.updateName(`${method} ${route}`);
        span.setAttributes({
          'http.request.method': method,
          'http.route': route,
          'http.response.status_code': res.statusCode,
          'cradlesong.broken_off': !res.writableFinished,
        });
        if (res.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      });
      current.run(trace.setSpan(parent, span), () => listener(req, res));
    },
    onQuery({ sql, ms, hasFailed }) {
      const parent = current.getStore();
      // Queries outside a request, e.g. polling for due work, are not traced.
      if (parent === undefined) return;
      const operation = /^\w+/.exec(sql)?.[0].toUpperCase() ?? 'OTHER';
      const table = TABLE.exec(sql)?.[1];
      const now = Date.now();
      const span = tracer.startSpan(
        table === undefined ? operation : `${operation} ${table}`,
        {
          kind: SpanKind.CLIENT,
          startTime: now - ms,
          attributes: {
            'db.system.name': engine,
            'db.operation.name': operation,
            ...(table === undefined ? {} : { 'db.collection.name': table }),
          },
        },
        parent,
      );
      if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(now);
    },
    close: () => withTimeout(CLOSE_TIMEOUT_MS, () => provider.shutdown()),
  };
}

/** Parent span from a trusted proxy; headers of other clients are ignored. */
function parentOf({ headers }: IncomingMessage): Context {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(String(headers.traceparent ?? '')) ?? [];
  if (!traceId || !spanId) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags ?? '0', 16);
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

/** Logs warnings of the packages, e.g. that the collector is unreachable. */
function logFailures(logger: Logger): void {
  const ignore = () => undefined;
  const warn = (message: string) => logger.warn({ message }, 'traces');
  diag.setLogger(
    { error: warn, warn, info: ignore, debug: ignore, verbose: ignore },
    DiagLogLevel.WARN,
  );
}
