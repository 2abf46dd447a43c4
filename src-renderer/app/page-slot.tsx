import { Suspense, useEffect } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { ErrorBoundary } from './error-boundary.tsx';

/** Where a layout shows its page: a page that breaks leaves the frame standing. */
export function PageSlot() {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary key={pathname}>
      <Suspense>
        <Outlet />
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
