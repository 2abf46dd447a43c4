import { House, ListMusic, UsersRound } from 'lucide-react';
import { Icon } from '#renderer/components/icon.tsx';
import { NavLink } from '#renderer/components/link.tsx';
import { Avatar } from '#renderer/components/pictures/avatar.tsx';
import { useMe } from '#renderer/data/profile.ts';

const TABS = [
  { to: '/home', label: 'Home', icon: House },
  { to: '/tracks', label: 'Tracks', icon: ListMusic },
  { to: '/socials', label: 'Connect', icon: UsersRound },
  { to: '/profile', label: 'Profile', icon: null },
] as const;

/** Shown below 768 px. The current link carries `aria-current`. */
export function TabBar() {
  const me = useMe();
  return (
    <nav className="tab-bar" aria-label="Tabs">
      {TABS.map(({ to, label, icon }) => (
        <NavLink key={to} to={to}>
          {icon ? <Icon of={icon} /> : <Avatar username={null} {...me} />}
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
