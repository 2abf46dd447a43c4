import { Bell, CircleDot } from 'lucide-react';
import { Icon } from '#renderer/components/icon.tsx';
import { Link, NavLink } from '#renderer/components/link.tsx';
import { Avatar } from '#renderer/components/pictures/avatar.tsx';
import { Logo } from '#renderer/components/pictures/logo.tsx';
import { ThemeToggle } from '#renderer/components/theme-toggle.tsx';
import { useUnreadCount } from '#renderer/data/notifications.ts';
import { useMe } from '#renderer/data/profile.ts';
import { useUser } from '#renderer/lib/session.ts';
import { useOffersAccount } from '#renderer/lib/use-offers-account.ts';

const LINKS: readonly { to: string; label: string; needsAccount?: boolean }[] = [
  { to: '/home', label: 'Home' },
  { to: '/tracks', label: 'Tracks' },
  { to: '/favorites', label: 'Favorites', needsAccount: true },
  { to: '/socials', label: 'Connect' },
  { to: '/support', label: 'Support' },
];

/** Shown from 768 px; below that, the tab bar and the page heads replace it. */
export function AppHeader() {
  const user = useUser();
  const me = useMe();
  const offersAccount = useOffersAccount();
  const links = LINKS.filter(({ needsAccount }) => offersAccount || !needsAccount);
  return (
    <header className="app-head">
      <div className="bar-inner">
        <Logo />
        <nav className="nav" aria-label="App">
          {links.map(({ to, label }) => (
            <NavLink key={to} to={to}>
              {label}
            </NavLink>
          ))}
        </nav>
        <Link className="to-labour" to="/labour" aria-label="Labour mode" title="Labour mode">
          <Icon of={CircleDot} />
          <span>Labour mode</span>
        </Link>
        {user ? <NotificationsLink /> : null}
        <ThemeToggle />
        {offersAccount ? (
          <Link className="button small if-unknown" to="/login">
            Sign in
          </Link>
        ) : null}
        <NavLink
          className="avatar-link if-known"
          to="/profile"
          aria-label="Your profile"
          title="Your profile"
        >
          <Avatar username={null} {...me} />
        </NavLink>
      </div>
    </header>
  );
}

/** Shows the unread count as text, without an alert colour. */
function NotificationsLink() {
  const unread = useUnreadCount();
  const label = unread > 0 ? `Notifications, ${unread} new` : 'Notifications';
  return (
    <NavLink
      className="icon-button notifications-link"
      to="/notifications"
      aria-label={label}
      title={label}
    >
      <Icon of={Bell} />
      {unread > 0 ? <span aria-hidden="true">{unread}</span> : null}
    </NavLink>
  );
}
