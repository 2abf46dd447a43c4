import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Express, RequestHandler } from 'express';
import { Counter, Histogram } from 'prom-client';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { findRoute } from '#contract/constants/pages/routes.ts';
import { createId } from '#server/core/ids.ts';
import type { Logger } from '#server/core/telemetry/logger.ts';
import type { Metrics } from '#server/core/telemetry/metrics.ts';
import { FORWARDING_HEADERS } from './network/network-address.ts';

// Each request is logged in one line and counted in metrics. Both omit the query string and the network address,
// because these may contain tokens or reveal who listens to what.

/** Polled every few seconds; logging each would crowd out other lines. */
const POLLED: readonly string[] = [
  API_PATHS.health,
  API_PATHS.ready,
  API_PATHS.metrics,
  API_PATHS.kioskReports,
];
const ACCEPTED_ID = /^[\w.:-]{8,64}$/;

export function requestIdOf(res: ServerResponse): string {
  return String(res.getHeader('X-Request-Id') ?? '');
}

/**
 * Assigns a request id and logs one line at the end, except for successful polls. Warns once about a proxy without
 * TRUST_PROXY, because all its clients count as one address.
 */
export function createRequestLog(
  logger: Logger,
  { trustsProxy }: { trustsProxy: boolean },
): RequestHandler {
  let isWarned = trustsProxy;
  return (req, res, next) => {
    if (!isWarned) {
      for (const name of FORWARDING_HEADERS) isWarned ||= req.headers[name] !== undefined;
      if (isWarned) {
        logger.warn(
          'requests come through a proxy, but TRUST_PROXY is off: all of them count as one address, and none as this machine',
        );
      }
    }
    const given = trustsProxy ? req.get('x-request-id') : undefined;
    const requestId = given && ACCEPTED_ID.test(given) ? given : createId('req');
    res.setHeader('X-Request-Id', requestId);
    if (logger.isLevelEnabled('info')) {
      const startedAt = performance.now();
      const path = req.originalUrl.split('?', 1)[0];
      res.once('close', () => {
        if (res.statusCode < 400 && POLLED.includes(path ?? '')) return;
        const ms = Math.round(performance.now() - startedAt);
        const entry = { requestId, method: req.method, path, status: res.statusCode, ms };
        if (res.writableFinished) logger.info(entry, 'request');
        else logger.info(entry, 'request aborted');
      });
    }
    next();
  };
}

/** Route pattern of a request; a bounded set of labels. */
export type RouteLabel = (req: IncomingMessage) => string;

/** Labels of requests that are answered before Express or without a route. */
const BEFORE_ROUTES: readonly (readonly [prefix: string, label: string])[] = [
  [`${API_PATHS.publicObject}/`, `${API_PATHS.publicObject}/:bucket/*path`],
  [`${API_PATHS.tables}/`, `${API_PATHS.tables}/:table`],
  ['/assets/', '/assets/*path'],
];
const OTHER = 'other';

interface Layer {
  readonly rawPath?: unknown;
  readonly handle: { readonly stack?: readonly Layer[] };
  readonly route?: { readonly path: unknown };
}

/** Collects the patterns of all routes once. Express stores the route it took in the request. */
export function createRouteLabel(app: Express): RouteLabel {
  const labels = new WeakMap<object, string>();
  const walk = (stack: readonly Layer[], mount: string): void => {
    for (const { route, handle, rawPath } of stack) {
      const inner = typeof rawPath === 'string' && rawPath !== '/' ? mount + rawPath : mount;
      if (route) labels.set(route, mount + String(route.path));
      else if (handle.stack) walk(handle.stack, inner);
    }
  };
  // Express' type of the router omits its stack.
  walk((app.router as unknown as { stack: Layer[] }).stack, '');
  return (req) => {
    // Express shortens `url` while routing.
    const { route, originalUrl = req.url ?? '' } = req as IncomingMessage & {
      route?: object;
      originalUrl?: string;
    };
    const known = route && labels.get(route);
    if (known !== undefined) return known;
    const path = originalUrl.split('?', 1)[0] ?? '';
    for (const [prefix, label] of BEFORE_ROUTES) if (path.startsWith(prefix)) return label;
    return findRoute(path)?.path ?? OTHER;
  };
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Counts the responses, and measures the time of each. */
export function createRequestCounter(
  { registry }: Metrics,
  routeOf: RouteLabel,
): (req: IncomingMessage, res: ServerResponse) => void {
  const responses = new Counter({
    name: 'http_requests_total',
    help: 'Responses by method and status class.',
    labelNames: ['method', 'status'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the last byte of its response, by method and route.',
    labelNames: ['method', 'route'],
    registers: [registry],
  });
  return (req, res) => {
    const startedAt = performance.now();
    res.once('finish', () => {
      const method = METHODS.has(req.method ?? '') ? String(req.method) : 'other';
      responses.inc({ method, status: `${Math.floor(res.statusCode / 100)}xx` });
      durations.observe({ method, route: routeOf(req) }, (performance.now() - startedAt) / 1000);
    });
  };
}
