import type { Express } from 'express';

interface Route {
  /** Upper case. */
  readonly method: string;
  /** Express syntax: `/admin/v1/tickets/:id/answer`. */
  readonly path: string;
}

interface Layer {
  handle: { stack?: Layer[] };
  route?: { path: string; stack: { method?: string }[] };
  /** Express keeps no mount path; `match` tests a path against the layer. */
  match(path: string): boolean;
  path?: string;
}

/** All routes of the server with their methods, read from the routers. */
export function listRoutes(app: Express): Route[] {
  const mounts = ['/auth/v1', '/rest/v1', '/realtime/v1', '/storage/v1', '/admin/v1', ''];
  const walk = (stack: readonly Layer[], mount: string): Route[] =>
    stack.flatMap((layer) => {
      const { route } = layer;
      if (route) {
        const methods = route.stack.map(({ method }) => method ?? 'get');
        return methods.map((method) => ({
          method: method.toUpperCase(),
          path: mount + route.path,
        }));
      }
      const inner = layer.handle.stack;
      if (!inner) return [];
      const own = mount || (mounts.find((path) => path !== '' && layer.match(path)) ?? '');
      return walk(inner, layer.match('/no/mount/at/all') ? mount : own);
    });
  // Express does not include the stack in the router's type.
  return walk((app.router as unknown as { stack: Layer[] }).stack, '');
}

/** An address that matches the route, with every parameter filled in. */
export function addressOfRoute(path: string): string {
  return path.replace(/:\w+/g, 'audio').replace(/\*\w+/g, 'a.mp3');
}
