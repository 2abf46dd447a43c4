import type { IncomingMessage } from 'node:http';
import type { Express } from 'express';
import { API_PATHS } from '#contract/words/paths.ts';
import { findRoute } from '#contract/words/routes.ts';

/** The pattern of the route a request took: there are as many as the program has, whoever asks for whatever. */
export type RouteLabel = (req: IncomingMessage) => string;

/** What is answered before Express, or by no route of it. */
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

/** Reads the patterns off the routers once; a request carries the route it took. */
export function createRouteLabel(app: Express): RouteLabel {
  const labels = new WeakMap<object, string>();
  const walk = (stack: readonly Layer[], mount: string): void => {
    for (const { route, handle, rawPath } of stack) {
      const inner = typeof rawPath === 'string' && rawPath !== '/' ? mount + rawPath : mount;
      if (route) labels.set(route, mount + String(route.path));
      else if (handle.stack) walk(handle.stack, inner);
    }
  };
  // Express types its router without the stack that it has.
  walk((app.router as unknown as { stack: Layer[] }).stack, '');
  return (req) => {
    // There once Express has found one.
    const { route } = req as IncomingMessage & { route?: object };
    const known = route && labels.get(route);
    return known ?? labelOfPath(originalPath(req));
  };
}

function originalPath(req: IncomingMessage): string {
  // Express moves `url` along while it looks for a route.
  const { originalUrl = req.url ?? '' } = req as IncomingMessage & { originalUrl?: string };
  return originalUrl.split('?', 1)[0] ?? '';
}

function labelOfPath(path: string): string {
  const before = BEFORE_ROUTES.find(([prefix]) => path.startsWith(prefix));
  return before?.[1] ?? findRoute(path)?.path ?? OTHER;
}
