import { ChevronDown, Menu } from 'lucide-react';
import { useCallback, useState, useSyncExternalStore } from 'react';
import { Icon } from '#renderer/components/icon.tsx';
import { lazyComponent } from '#renderer/components/lazy-component.tsx';
import { Link } from '#renderer/components/link.tsx';
import { Logo } from '#renderer/components/pictures/logo.tsx';
import { ThemeToggle } from '#renderer/components/theme-toggle.tsx';
import { AccountLink } from './account-link.tsx';
import { SectionItem } from './section-item.tsx';

const SCROLLED_PX = 50;

const PhoneMenu = lazyComponent(
  () => import('./phone-menu.tsx').then((module) => module.PhoneMenu),
  { isOpenedByPress: true },
);

const WIDE = '(min-width: 768px)';

/** Why Us is a menu once its script has loaded; until then it is a link to that section. */
const SiteNav = lazyComponent(
  async () => {
    await untilWide();
    return (await import('./site-nav.tsx')).SiteNav;
  },
  {
    waiting: (
      <nav className="nav" aria-label="Main">
        <ul className="nav-items">
          <SectionItem to="/#features" label="Features" />
          <li>
            <Link to="/#faith-based" className="nav-trigger">
              Why Us <Icon of={ChevronDown} />
            </Link>
          </li>
          <SectionItem to="/#faq" label="FAQ" />
          <li>
            <AccountLink />
          </li>
        </ul>
      </nav>
    ),
  },
);

/** Phones have their own menu and never load this one. */
function untilWide(): Promise<unknown> {
  const query = window.matchMedia(WIDE);
  if (query.matches) return Promise.resolve();
  return new Promise((resolve) => query.addEventListener('change', resolve, { once: true }));
}

export function SiteHeader() {
  const isScrolled = useSyncExternalStore(
    subscribeToScroll,
    () => window.scrollY > SCROLLED_PX,
    () => false,
  );
  const [isMenuOpen, setMenuOpen] = useState(false);
  const closeMenu = useCallback(() => setMenuOpen(false), []);
  return (
    <header className={`site-head${isScrolled ? ' scrolled' : ''}`}>
      <div className="bar-inner">
        <Logo />
        <SiteNav />
        <ThemeToggle />
        <button
          type="button"
          className="icon-button only-phone"
          aria-label="Menu"
          aria-haspopup="dialog"
          aria-expanded={isMenuOpen}
          onClick={() => setMenuOpen(true)}
        >
          <Icon of={Menu} />
        </button>
      </div>
      {isMenuOpen ? <PhoneMenu onClose={closeMenu} onMissing={closeMenu} /> : null}
    </header>
  );
}

function subscribeToScroll(listener: () => void) {
  window.addEventListener('scroll', listener, { passive: true });
  return () => window.removeEventListener('scroll', listener);
}
