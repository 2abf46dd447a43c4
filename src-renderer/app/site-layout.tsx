import type { ReactNode } from 'react';
import { SiteFooter } from './frame/site-footer.tsx';
import { SiteHeader } from './frame/site-header.tsx';
import { PageSlot } from './page-slot.tsx';

export function SiteLayout({ children }: { children: ReactNode }) {
  return (
    <div className="site">
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <SiteHeader />
      <PageSlot>{children}</PageSlot>
      <SiteFooter />
    </div>
  );
}
