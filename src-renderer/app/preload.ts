import { findRoute } from '#contract/words/routes.ts';
import { LAYOUTS, SCREENS } from './routes.tsx';

/** Fetches what an address needs, layout and page together; an unknown address needs the site's frame. */
export async function preload(pathname: string): Promise<void> {
  const screen = screenAt(pathname);
  await Promise.all([LAYOUTS[screen?.layout ?? 'site'].load(), screen?.page.load()]);
}

/** Whether all of that is here, for one of the screens between which the tabs lead. */
export function isPreloaded(pathname: string): boolean {
  const screen = screenAt(pathname);
  return screen?.layout === 'app' && LAYOUTS.app.isLoaded() && screen.page.isLoaded();
}

function screenAt(pathname: string) {
  const route = findRoute(pathname);
  return route && SCREENS[route.path];
}
