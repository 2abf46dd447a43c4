import { Menu } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router-dom';
import { Icon } from '#renderer/components/icon.tsx';
import { Logo } from '#renderer/components/logo.tsx';
import { ThemeToggle } from '#renderer/components/theme-toggle.tsx';
import { PhoneMenu } from './phone-menu.tsx';
import { WhyUsMenu } from './why-us-menu.tsx';

const SCROLLED_PAST = 50;

export function SiteHeader() {
  const isScrolled = useSyncExternalStore(
    subscribeToScroll,
    () => window.scrollY > SCROLLED_PAST,
    () => false,
  );
  const [isMenuOpen, setMenuOpen] = useState(false);
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
      <PhoneMenu isOpen={isMenuOpen} onClose={() => setMenuOpen(false)} />
    </header>
  );
}

function subscribeToScroll(listener: () => void) {
  window.addEventListener('scroll', listener, { passive: true });
  return () => window.removeEventListener('scroll', listener);
}
