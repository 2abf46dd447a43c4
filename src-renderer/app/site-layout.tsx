import { SiteFooter } from './frame/site-footer.tsx';
import { SiteHeader } from './frame/site-header.tsx';
import { PageSlot } from './page-slot.tsx';

export function SiteLayout() {
  return (
    <div className="site">
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <SiteHeader />
      <PageSlot />
      <SiteFooter />
    </div>
  );
}
