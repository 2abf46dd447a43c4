import { API_PATHS } from '#contract/words/paths.ts';

const DEFAULT_PORT = 4310;

/** Where the server behind the hot pages listens: on `PORT`, as it reads it itself. */
export function serverOrigin(env: Readonly<Record<string, string | undefined>>): string {
  return `http://127.0.0.1:${Number(env['PORT']) || DEFAULT_PORT}`;
}

/** Every address that is the server's own and no page's, as Vite's proxy has them: patterns of whole segments. */
export function createProxy(origin: string): Record<string, string> {
  const paths = Object.values(API_PATHS);
  const outermost = paths.filter((path) => !paths.some((other) => path.startsWith(`${other}/`)));
  return Object.fromEntries(outermost.map((path) => [`^${path}(?=[/?]|$)`, origin]));
}
