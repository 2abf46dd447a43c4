// Must be first, so that the styles of pages come later in the cascade.
import './styles.ts';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import {
  createBrowserRouter,
  matchRoutes,
  type RouteObject,
  RouterProvider,
} from 'react-router-dom';
import { findRoute } from '#contract/constants/pages/routes.ts';
import { setPlayerLoader } from '#renderer/data/playback.ts';
import { desktopState } from '#renderer/lib/desktop.ts';
import { addLiveRegion } from '#renderer/lib/live-region.ts';
import { startFollowingTheme } from '#renderer/lib/theme.ts';
import { KioskFrame } from './kiosk-gate.tsx';
import { NowPlayingBar } from './now-playing.tsx';
import { prefetch, startPrefetching } from './prefetch.ts';
import { createRoutes } from './routes.tsx';

setPlayerLoader(async () => {
  const [{ startPlayer }] = await Promise.all([
    import('#renderer/features/listening/engine/start-player.ts'),
    // The control that stops playback must load before the player.
    NowPlayingBar.load(),
  ]);
  startPlayer();
});

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  startFollowingTheme();
  if (desktopState()?.isKiosk) {
    const [{ clearPage }, { startNightByClock }] = await Promise.all([
      import('#renderer/features/kiosks/clean-slate.ts'),
      import('#renderer/features/kiosks/night-by-clock.ts'),
      KioskFrame.load(),
    ]);
    await clearPage();
    startNightByClock();
    // The server rendered the page without the kiosk's frame, so it cannot be hydrated.
    root.replaceChildren();
  }
  const { pathname, search, hash } = window.location;
  const routes = createRoutes();
  const route = findRoute(pathname);
  const isMatched = matchRoutes(routes, pathname)?.at(-1)?.route.path === (route?.path ?? '*');
  // A search or hash that the server did not see can change the page, as in mailed links.
  if (!isMatched || (!route?.indexed && (search || hash))) root.replaceChildren();

  startPrefetching(routes);
  const isLoaded = await prefetch(pathname);
  // If the page's chunk is missing, the served document stays readable, and reloads when the server responds.
  if (root.hasChildNodes() && !isLoaded) return window.reloadWhenReachable?.();
  const isRendered = root.hasChildNodes();
  await resolveLazyRoutes(routes, pathname, isRendered);
  addLiveRegion();
  ignoreSkippedTransitions();
  ensureHistoryKey();
  // Keep the scroll position reached before hydration.
  const router = createBrowserRouter(routes, isRendered ? { hydrationData: {} } : {});
  const app = (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  );
  if (isRendered) hydrateRoot(root, app);
  else createRoot(root).render(app);
}

/** Without a key, two documents in one tab would share the router's default key and their scroll position. */
function ensureHistoryKey(): void {
  if (history.state?.key) return;
  history.replaceState({ ...history.state, key: Math.random().toString(36).slice(2) }, '');
}

/** Resolves lazy routes first; otherwise the router would first render nothing over the served page. */
async function resolveLazyRoutes(
  routes: RouteObject[],
  pathname: string,
  isRendered: boolean,
): Promise<void> {
  for (const { route } of matchRoutes(routes, pathname) ?? []) {
    if (typeof route.lazy !== 'function') continue;
    const part = isRendered ? { Component: await route.handle.load() } : await route.lazy();
    Object.assign(route, part, { lazy: undefined });
  }
}

/** Ignores the rejection of a view transition that a newer one skips. */
function ignoreSkippedTransitions(): void {
  window.addEventListener('unhandledrejection', (event) => {
    const { name, message } = Object(event.reason);
    const isSkipped = name === 'AbortError' || name === 'InvalidStateError';
    if (isSkipped && /transition/i.test(message)) event.preventDefault();
  });
}

void start();
