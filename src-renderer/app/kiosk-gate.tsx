import { type ReactNode, Suspense } from 'react';
import { KIOSK_PATHS } from '#contract/device/kiosk-paths.ts';
import { findRoute } from '#contract/words/routes.ts';
import { lazyPart } from '#renderer/components/lazy-part.tsx';
import { useDesktopState } from '#renderer/lib/desktop.ts';
import { Redirect, useLocation } from '#renderer/lib/router.tsx';

const FRAME = lazyPart(() =>
  import('#renderer/features/kiosks/kiosk-frame.tsx').then((module) => module.KioskFrame),
);

/** In a locked kiosk only the pages for a visitor, with the kiosk's own frame; elsewhere nothing but the page. */
export function KioskGate({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const desktop = useDesktopState();
  if (!desktop?.isKiosk) return children;
  const route = findRoute(pathname);
  const paths = desktop.closed ? (['/kiosk'] as const) : KIOSK_PATHS;
  const isAllowed = desktop.isUnlocked || paths.some((path) => path === route?.path);
  return (
    <>
      {isAllowed ? children : <Redirect to="/kiosk" />}
      <Suspense>
        <FRAME.Component />
      </Suspense>
    </>
  );
}
