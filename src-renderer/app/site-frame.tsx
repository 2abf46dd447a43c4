import { Outlet } from 'react-router-dom';
import { SiteFooter } from './frame/site-footer.tsx';
import { SiteHeader } from './frame/site-header.tsx';

export function SiteFrame() {
  return (
    <div className="site">
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <SiteHeader />
      <Outlet />
      <SiteFooter />
    </div>
  );
}
