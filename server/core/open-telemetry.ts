import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
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
import { API_PATHS } from '#contract/words/paths.ts';
import packageJson from '#package.json' with { type: 'json' };
import type { Config } from './config.ts';
import type { Logger } from './logger.ts';
import type { Tracing } from './tracing.ts';

/** A stream lasts for hours, and polls would be most of what a collector keeps. */
const UNTOLD: readonly string[] = [
  API_PATHS.changes,
  API_PATHS.health,
  API_PATHS.ready,
  API_PATHS.metrics,
];
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
/** Of a statement only this leaves the program; our builder writes every name in quotes. */
const TABLE = /\b(?:from|into|update) "(\w+)"/;
/** A collector that is away must not keep the program from stopping. */
const CLOSE_PATIENCE_MS = 3000;

/**
 * Spans say which route and which table, how long and how it ended. No address, query, header, parameter or
 * message: whose request it was and what she listened to is in none of them.
 */
export function createTracing(config: Config, logger: Logger): Tracing {
  const current = new AsyncLocalStorage<Context>();
  sayTroubles(logger);
  // Sampler, limits, headers and time-outs the packages read from the environment themselves.
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
      if (UNTOLD.includes(path)) return listener(req, res);
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
      // What nobody asked for, such as looking whether something has come due, is no part of a request.
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
    async close() {
      const patience = new Promise((resolve) => setTimeout(resolve, CLOSE_PATIENCE_MS).unref());
      await Promise.race([provider.shutdown().catch(() => undefined), patience]);
    },
  };
}

/** The span of a proxy in front, where one is trusted; what strangers send begins no trace of theirs here. */
function parentOf({ headers }: IncomingMessage): Context {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(String(headers.traceparent ?? '')) ?? [];
  if (!traceId || !spanId) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags ?? '0', 16);
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

/** In the log of the program: a collector that cannot be reached. */
function sayTroubles(logger: Logger): void {
  const ignore = () => undefined;
  const say = (message: string) => logger.warn({ message }, 'traces');
  diag.setLogger(
    { error: say, warn: say, info: ignore, debug: ignore, verbose: ignore },
    DiagLogLevel.WARN,
  );
}
