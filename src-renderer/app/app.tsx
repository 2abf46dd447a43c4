import { Suspense, useEffect } from 'react';
import { findRoute } from '#contract/words/routes.ts';
import { Toaster } from '#renderer/components/toaster.tsx';
import { firstSign } from '#renderer/lib/first-sign.ts';
import { useLocation } from '#renderer/lib/router.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { KeysHelp } from './keys-help.tsx';
import { KioskGate } from './kiosk-gate.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { NowPlaying } from './now-playing.tsx';
import { Place } from './place.tsx';
import { PersonProvider } from './providers.tsx';
import { LAYOUTS, SCREENS } from './routes.tsx';

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
  const route = findRoute(pathname);
  const screen = route && SCREENS[route.path];
  const { Component: Frame } = LAYOUTS[screen?.layout ?? 'site'];
  const Page = screen?.page.Component ?? NotFoundPage;
  useEffect(() => {
    void hands(pathname).then((module) => module?.preloadAppWhenIdle(pathname));
  }, [pathname]);
  return (
    <>
      <ErrorBoundary>
        <PersonProvider>
          <KioskGate>
            <Suspense>
              <Frame>
                <Page />
              </Frame>
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
