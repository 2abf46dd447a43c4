import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { findRoute } from '#contract/constants/pages/routes.ts';
import { KIOSK_PATHS } from '#contract/device/kiosk-paths.ts';
import { lazyComponent } from '#renderer/components/lazy-component.tsx';
import { useDesktopState } from '#renderer/lib/desktop.ts';

/** Loaded before a kiosk's first page, because the frame sets the sizes of pages. */
export const KioskFrame = lazyComponent(() =>
  import('#renderer/features/kiosks/kiosk-frame.tsx').then((module) => module.KioskFrame),
);

/** Adds the kiosk's frame to the page; a locked kiosk shows only visitor pages. Does nothing on other devices. */
export function KioskGate({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const desktop = useDesktopState();
  if (!desktop?.isKiosk) return children;
  const route = findRoute(pathname);
  const paths = desktop.closed ? (['/kiosk'] as const) : KIOSK_PATHS;
  const isAllowed = desktop.isUnlocked || paths.some((path) => path === route?.path);
  return (
    <>
      {isAllowed ? children : <Navigate to="/kiosk" replace />}
      <KioskFrame />
    </>
  );
}
