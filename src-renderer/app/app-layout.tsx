import type { ReactNode } from 'react';
import { useAlive } from '#renderer/lib/use-alive.ts';
import { useIsPhone } from '#renderer/lib/use-breakpoint.ts';
import { AppHeader } from './frame/app-header.tsx';
import { OfflineNotice } from './frame/offline-notice.tsx';
import { TabBar } from './frame/tab-bar.tsx';
import { PageSlot } from './page-slot.tsx';
import { ServerData } from './server-data.tsx';

export function AppLayout({ children }: { children: ReactNode }) {
  const isPhone = useIsPhone();
  // A document made elsewhere has both, and the style sheet shows the one that fits.
  const isAlive = useAlive();
  return (
    <ServerData>
      <a className="skip" href="#main">
        Skip to the content
      </a>
      {isAlive && isPhone ? null : <AppHeader />}
      <div className="app">
        <OfflineNotice />
        <PageSlot>{children}</PageSlot>
      </div>
      {!isAlive || isPhone ? <TabBar /> : null}
    </ServerData>
  );
}
