import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { Icon } from '#renderer/components/icon.tsx';
import { Link, NavLink } from '#renderer/components/link.tsx';
import { EmptyState } from '#renderer/components/messages/empty-state.tsx';
import { Logo } from '#renderer/components/pictures/logo.tsx';
import { ThemeToggle } from '#renderer/components/theme-toggle.tsx';
import { usePermissions } from './admin-permissions.ts';
import { ADMIN_TABS } from './admin-tabs.ts';
import { SearchButton } from './search/search-button.tsx';
import { LeaveGuard } from './shared/leave-guard.tsx';
import { SignOutButton } from './sign-out-button.tsx';

/** A scrolling row of tabs above the content; a sidebar from 1024 px. */
export function AdminFrame() {
  const { pathname } = useLocation();
  const nav = useRef<HTMLElement>(null);
  const may = usePermissions();
  const tabs = ADMIN_TABS.filter(({ area }) => may(`read ${area}`));
  const tab = tabs.find(({ path }) => path === pathname.replace(/\/+$/, ''));

  // Scrolls to the active tab, which may be out of view after a reload or when the search has opened it.
  useEffect(() => {
    const active = nav.current?.querySelector<HTMLElement>(`[href="${tab?.path}"]`);
    if (active && nav.current) nav.current.scrollLeft = centreOf(active) - centreOf(nav.current);
  }, [tab?.path]);

  return (
    <div className="admin">
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <header className="admin-side">
        <div className="admin-brand">
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
        <div className="admin-leave">
          <Link className="admin-back" to="/">
            <Icon of={ArrowLeft} />
            <span>Back to the site</span>
          </Link>
          <SignOutButton />
        </div>
      </header>
      <main id="main" tabIndex={-1} className="admin-main">
        {tab ? <tab.Tab key={tab.path} /> : <TabNotFound />}
      </main>
      <LeaveGuard />
    </div>
  );
}

const centreOf = ({ offsetLeft, offsetWidth }: HTMLElement) => offsetLeft + offsetWidth / 2;

function TabNotFound() {
  return (
    <EmptyState
      isPage
      illustration="dusk"
      title="There is no such tab"
      text="The address may have changed, or your role has no access to it."
    />
  );
}
