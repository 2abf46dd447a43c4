import { Suspense, useEffect } from 'react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { findRoute, ROUTES } from '#contract/words/routes.ts';
import { Toaster } from '#renderer/components/toaster.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { KeysHelp } from './keys-help.tsx';
import { KioskGate } from './kiosk-gate.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { NowPlaying } from './now-playing.tsx';
import { Place } from './place.tsx';
import { preloadAppWhenIdle, preloadOnIntent } from './preload.ts';
import { PersonProvider } from './providers.tsx';
import { LAYOUTS, type Layout, SCREENS } from './routes.tsx';

const LAYOUT_NAMES: readonly Layout[] = ['site', 'app', 'bare', 'plain'];

/** Everything inside the router; the same in the browser and at build time. */
export function App() {
  const { pathname } = useLocation();
  // The router would take `/player/abc` for a player; what the list of screens does not know is not here.
  const isKnown = findRoute(pathname) !== undefined;
  useEffect(preloadOnIntent, []);
  useEffect(() => preloadAppWhenIdle(pathname), [pathname]);
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
