import { House, ListMusic, UsersRound } from 'lucide-react';
import { Avatar } from '#renderer/components/avatar.tsx';
import { Icon } from '#renderer/components/icon.tsx';
import { useMe } from '#renderer/data/profile.ts';
import { usePublishedCover } from '#renderer/lib/publish-cover.ts';
import { NavLink } from '#renderer/lib/router.tsx';

const TABS = [
  { to: '/home', label: 'Home', icon: House },
  { to: '/tracks', label: 'Tracks', icon: ListMusic },
  { to: '/socials', label: 'Connect', icon: UsersRound },
  { to: '/profile', label: 'Profile', icon: null },
] as const;

/** Under 768 px. The link to where she is carries `aria-current`, which the style sheet marks. */
export function TabBar() {
  const me = useMe();
  return (
    <nav ref={usePublishedCover('--covered-by-tabs')} className="tabbar" aria-label="Tabs">
      {TABS.map(({ to, label, icon }) => (
        <NavLink key={to} to={to}>
          {icon ? <Icon of={icon} /> : <Avatar username={null} {...me} />}
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
