import { ArrowLeft } from 'lucide-react';
import { Suspense, useEffect, useRef } from 'react';
import { EmptyState } from '#renderer/components/empty-state.tsx';
import { Icon } from '#renderer/components/icon.tsx';
import { Logo } from '#renderer/components/logo.tsx';
import { SkeletonRows } from '#renderer/components/skeleton.tsx';
import { ThemeToggle } from '#renderer/components/theme-toggle.tsx';
import { Link, NavLink, useLocation } from '#renderer/lib/router.tsx';
import { useMay } from './admin-may.ts';
import { ADMIN_TABS } from './admin-tabs.ts';
import { SearchButton } from './search/search-button.tsx';

/** A scrolling row of tabs above what they show; from 1024 px a sidebar. */
export function AdminFrame() {
  const { pathname } = useLocation();
  const nav = useRef<HTMLElement>(null);
  const may = useMay();
  const tabs = ADMIN_TABS.filter(({ area }) => may('read', area));
  const tab = tabs.find(({ path }) => path === pathname.replace(/\/+$/, ''));

  // The row begins anew with every tab, and the chosen one may stand beyond its edge.
  useEffect(() => {
    const chosen = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (chosen && nav.current) nav.current.scrollLeft = middleOf(chosen) - middleOf(nav.current);
  }, []);

  return (
    <div className="admin">
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <header className="a-side">
        <div className="a-brand">
          <Logo />
          <ThemeToggle />
          <SearchButton />
        </div>
        <nav ref={nav} aria-label="Admin">
          {tabs.map(({ path, label, icon }) => (
            <NavLink key={path} to={path} end>
              <Icon of={icon} />
              {label}
            </NavLink>
          ))}
        </nav>
        <Link className="a-back" to="/">
          <Icon of={ArrowLeft} />
          <span>Back to the site</span>
        </Link>
      </header>
      <main id="main" tabIndex={-1} className="a-main">
        <Suspense fallback={<SkeletonRows rows={3} label="Loading..." />}>
          {tab ? <tab.part.Component /> : <NoSuchTab />}
        </Suspense>
      </main>
    </div>
  );
}

const middleOf = ({ offsetLeft, offsetWidth }: HTMLElement) => offsetLeft + offsetWidth / 2;

function NoSuchTab() {
  return (
    <EmptyState
      isPage
      land="dusk"
      title="There is no such tab"
      text="The address may have changed, or your role does not open it."
    />
  );
}
