import { Suspense } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { ErrorBoundary } from './error-boundary.tsx';

/** Where a layout shows its page: a page that breaks leaves the frame standing. */
export function PageSlot() {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary key={pathname}>
      <Suspense>
        <Outlet />
      </Suspense>
    </ErrorBoundary>
  );
}
