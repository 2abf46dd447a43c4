import { API_PATHS } from '#contract/constants/pages/paths.ts';

const DEFAULT_PORT = 4310;

/** Origin of the API server behind the development server, from `PORT`. */
export function serverOrigin(env: Readonly<Record<string, string | undefined>>): string {
  return `http://127.0.0.1:${Number(env['PORT']) || DEFAULT_PORT}`;
}

/** Vite proxy entries for the server's API paths; each pattern matches whole path segments. */
export function createProxy(origin: string): Record<string, { target: string; ws: boolean }> {
  const paths = Object.values(API_PATHS);
  const outermost = paths.filter((path) => !paths.some((other) => path.startsWith(`${other}/`)));
  return Object.fromEntries(
    outermost.map((path) => [
      `^${path}(?=[/?]|$)`,
      { target: origin, ws: path === API_PATHS.realtime },
    ]),
  );
}
