import { type ReactNode, Suspense, useEffect } from 'react';
import { useLocation } from '#renderer/lib/router.tsx';
import { ErrorBoundary } from './error-boundary.tsx';

/** Where a layout shows its page: a page that breaks leaves the frame standing. */
export function PageSlot({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary key={pathname}>
      <Suspense>
        {children}
        <Alive />
      </Suspense>
    </ErrorBoundary>
  );
}

/** Beside the page, so that what was pressed early is given back when the page listens and not before. */
function Alive() {
  useEffect(() => window.early?.(), []);
  return null;
}
