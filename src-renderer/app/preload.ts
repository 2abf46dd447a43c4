import { findRoute } from '#contract/words/routes.ts';
import { LAYOUTS, SCREENS } from './routes.tsx';

/** Fetches what an address needs, layout and page together; an unknown address needs the site's frame. */
export async function preload(pathname: string): Promise<void> {
  const route = findRoute(pathname);
  const screen = route && SCREENS[route.path];
  await Promise.all([LAYOUTS[screen?.layout ?? 'site'].load(), screen?.page.load()]);
}
