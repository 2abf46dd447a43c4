import { Outlet } from 'react-router-dom';
import { useAlive } from '#renderer/lib/hooks/use-alive.ts';
import { useIsPhone } from '#renderer/lib/hooks/use-breakpoint.ts';
import { AppHeader } from './frame/app-header.tsx';
import { OfflineNotice } from './frame/offline-notice.tsx';
import { TabBar } from './frame/tab-bar.tsx';

export function AppFrame() {
  const isPhone = useIsPhone();
  // A served document contains both variants; CSS shows the one that fits.
  const isAlive = useAlive();
  return (
    <>
      <a className="skip" href="#main">
        Skip to the content
      </a>
      {isAlive && isPhone ? null : <AppHeader />}
      <div className="app">
        <OfflineNotice />
        <Outlet />
      </div>
      {!isAlive || isPhone ? <TabBar /> : null}
    </>
  );
}
