import type { Express } from 'express';

interface Route {
  /** In capitals. */
  readonly method: string;
  /** As Express has it, `/admin/v1/tickets/:id/answer`. */
  readonly path: string;
}

interface Layer {
  handle: { stack?: Layer[] };
  route?: { path: string; stack: { method?: string }[] };
  /** Express keeps no mount path; `match` says whether a path is the layer's. */
  match(path: string): boolean;
  path?: string;
}

/** Every route of the program with its methods, found in the routers themselves. */
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
  // Express types its router without the stack that it has.
  return walk((app.router as unknown as { stack: Layer[] }).stack, '');
}

/** An address the route answers, with something in the place of every parameter. */
export function addressOfRoute(path: string): string {
  return path.replace(/:\w+/g, 'audio').replace(/\*\w+/g, 'a.mp3');
}
