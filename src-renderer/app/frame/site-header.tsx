import { Menu } from 'lucide-react';
import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import { Icon } from '#renderer/components/icon.tsx';
import { Logo } from '#renderer/components/logo.tsx';
import { ThemeToggle } from '#renderer/components/theme-toggle.tsx';
import { firstSign } from '#renderer/lib/first-sign.ts';
import { Link } from '#renderer/lib/router.tsx';
import type { PhoneMenuProps } from './phone-menu.tsx';
import { WhyUsMenu } from './why-us-menu.tsx';

const SCROLLED_PAST = 50;

export function SiteHeader() {
  const isScrolled = useSyncExternalStore(
    subscribeToScroll,
    () => window.scrollY > SCROLLED_PAST,
    () => false,
  );
  const [isMenuOpen, setMenuOpen] = useState(false);
  const PhoneMenu = usePhoneMenu(isMenuOpen);
  return (
    <header className={`site-head${isScrolled ? ' scrolled' : ''}`}>
      <div className="bar-in">
        <Logo />
        <nav className="nav" aria-label="Main">
          <Link to="/#features">Features</Link>
          <WhyUsMenu />
          <Link to="/#faq">FAQ</Link>
          <Link to="/login">Sign in</Link>
        </nav>
        <ThemeToggle />
        <button
          type="button"
          className="ib only-phone"
          aria-label="Menu"
          aria-haspopup="dialog"
          aria-expanded={isMenuOpen}
          onClick={() => setMenuOpen(true)}
        >
          <Icon of={Menu} />
        </button>
      </div>
      {PhoneMenu ? <PhoneMenu isOpen={isMenuOpen} onClose={() => setMenuOpen(false)} /> : null}
    </header>
  );
}

/** Not in the first load of a page that is only looked at; pressed for, it is asked for again. */
function usePhoneMenu(isWanted: boolean): ComponentType<PhoneMenuProps> | undefined {
  const [Part, setPart] = useState<ComponentType<PhoneMenuProps>>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each press is another try
  useEffect(() => {
    if (Part) return;
    void firstSign()
      .then(() => import('./phone-menu.tsx'))
      .then(({ PhoneMenu }) => setPart(() => PhoneMenu))
      .catch(() => undefined);
  }, [Part, isWanted]);
  return Part;
}

function subscribeToScroll(listener: () => void) {
  window.addEventListener('scroll', listener, { passive: true });
  return () => window.removeEventListener('scroll', listener);
}
