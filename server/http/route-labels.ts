import type { IncomingMessage } from 'node:http';
import type { Express } from 'express';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { findRoute } from '#contract/constants/pages/routes.ts';

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
    const before = BEFORE_ROUTES.find(([prefix]) => path.startsWith(prefix));
    return before?.[1] ?? findRoute(path)?.path ?? OTHER;
  };
}
