import { Suspense, useEffect } from 'react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { findRoute, ROUTES } from '#contract/words/routes.ts';
import { Toaster } from '#renderer/components/toaster.tsx';
import { firstSign } from '#renderer/lib/first-sign.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { KeysHelp } from './keys-help.tsx';
import { KioskGate } from './kiosk-gate.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { NowPlaying } from './now-playing.tsx';
import { Place } from './place.tsx';
import { PersonProvider } from './providers.tsx';
import { LAYOUTS, type Layout, SCREENS } from './routes.tsx';

const LAYOUT_NAMES: readonly Layout[] = ['site', 'app', 'bare', 'plain'];

/** `hands.ts`, as soon as there is somebody to press anything; without it everything still works. */
async function hands(pathname: string) {
  const route = findRoute(pathname);
  const isPublic = !route || SCREENS[route.path].layout === 'site';
  // Reloaded under an open menu, the first press may be Back.
  if (isPublic && !window.history.state?.layers) await firstSign();
  return import('./hands.ts').catch(() => undefined);
}

/** Everything inside the router; the same in the browser and at build time. */
export function App() {
  const { pathname } = useLocation();
  // The router would take `/player/abc` for a player; what the list of screens does not know is not here.
  const isKnown = findRoute(pathname) !== undefined;
  useEffect(() => {
    const ready = hands(pathname);
    const stop = ready.then((module) => module?.preloadAppWhenIdle(pathname));
    return () => void stop.then((end) => end?.());
  }, [pathname]);
  return (
    <>
      <ErrorBoundary>
        <PersonProvider>
          <KioskGate>
            <Suspense>
              <Routes>
                {LAYOUT_NAMES.map((layout) => {
                  const { Component: Frame } = LAYOUTS[layout];
                  return (
                    <Route key={layout} element={<Frame />}>
                      {ROUTES.filter(({ path }) => isKnown && SCREENS[path].layout === layout).map(
                        ({ path }) => {
                          const { Component: Page } = SCREENS[path].page;
                          return <Route key={path} path={path} element={<Page />} />;
                        },
                      )}
                      {layout === 'site' ? <Route path="*" element={<NotFoundPage />} /> : null}
                    </Route>
                  );
                })}
              </Routes>
            </Suspense>
            <NowPlaying />
            <KeysHelp />
          </KioskGate>
          <Place />
        </PersonProvider>
      </ErrorBoundary>
      <Toaster />
    </>
  );
}
