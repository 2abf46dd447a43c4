import { House, ListMusic, UserRound, UsersRound } from 'lucide-react';
import { NavLink } from 'react-router-dom';
import { Icon } from '#renderer/components/icon.tsx';
import { usePublishedCover } from '#renderer/lib/publish-cover.ts';

const TABS = [
  { to: '/home', label: 'Home', icon: House },
  { to: '/tracks', label: 'Tracks', icon: ListMusic },
  { to: '/socials', label: 'Connect', icon: UsersRound },
  { to: '/profile', label: 'Profile', icon: UserRound },
] as const;

/** Under 768 px. The link to where she is carries `aria-current`, which the style sheet marks. */
export function TabBar() {
  return (
    <nav ref={usePublishedCover('--covered-by-tabs')} className="tabbar" aria-label="Tabs">
      {TABS.map(({ to, label, icon }) => (
        <NavLink key={to} to={to}>
          <Icon of={icon} />
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
