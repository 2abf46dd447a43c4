import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Express } from 'express';
import { Counter, Histogram } from 'prom-client';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { findRoute } from '#contract/constants/pages/routes.ts';
import type { Metrics } from '#server/core/telemetry/metrics.ts';

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
