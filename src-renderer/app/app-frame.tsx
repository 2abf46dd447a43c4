import { Outlet } from 'react-router-dom';
import { useIsPhone } from '#renderer/lib/hooks/use-breakpoint.ts';
import { useHydrated } from '#renderer/lib/hooks/use-hydrated.ts';
import { AppHeader } from './frame/app-header.tsx';
import { OfflineNotice } from './frame/offline-notice.tsx';
import { TabBar } from './frame/tab-bar.tsx';

export function AppFrame() {
  const isPhone = useIsPhone();
  // Until hydration the document contains both navigations; CSS shows one of them.
  const isHydrated = useHydrated();
  return (
    <>
      <a className="skip" href="#main">
        Skip to the content
      </a>
      {isHydrated && isPhone ? null : <AppHeader />}
      <div className="app">
        <OfflineNotice />
        <Outlet />
      </div>
      {!isHydrated || isPhone ? <TabBar /> : null}
    </>
  );
}
