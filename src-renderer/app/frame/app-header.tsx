import { UserRound } from 'lucide-react';
import { NavLink } from 'react-router-dom';
import { Icon } from '#renderer/components/icon.tsx';
import { Logo } from '#renderer/components/logo.tsx';
import { ThemeToggle } from '#renderer/components/theme-toggle.tsx';
import { LabourLinkSlot } from '../player-slots.tsx';

const LINKS = [
  { to: '/home', label: 'Home' },
  { to: '/tracks', label: 'Tracks' },
  { to: '/favorites', label: 'Favorites' },
  { to: '/socials', label: 'Connect' },
  { to: '/support', label: 'Support' },
] as const;

/** From 768 px; narrower, the tab bar and the head of each page do its work. */
export function AppHeader() {
  return (
    <header className="app-head">
      <div className="bar-in">
        <Logo />
        <nav className="nav" aria-label="App">
          {LINKS.map(({ to, label }) => (
            <NavLink key={to} to={to}>
              {label}
            </NavLink>
          ))}
        </nav>
        <LabourLinkSlot />
        <ThemeToggle />
        <NavLink className="avatar" to="/profile" aria-label="Your profile" title="Your profile">
          <Icon of={UserRound} />
        </NavLink>
      </div>
    </header>
  );
}
