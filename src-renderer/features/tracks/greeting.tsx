import { Link } from '#renderer/components/link.tsx';
import { PageHead } from '#renderer/components/page-head.tsx';
import { Avatar } from '#renderer/components/pictures/avatar.tsx';
import { ThemeToggle } from '#renderer/components/theme-toggle.tsx';
import { useMe } from '#renderer/data/profile.ts';
import { useHydrated } from '#renderer/lib/hooks/use-hydrated.ts';
import { useOffersAccount } from '#renderer/lib/use-offers-account.ts';

/** The same greeting at any time of day and for every user. */
export function Greeting() {
  const me = useMe();
  const offersAccount = useOffersAccount();
  // The served page has both links, and the style sheet shows the right one.
  const isServed = !useHydrated();
  const name = me?.username;
  return (
    <PageHead title="Peace be with you" line={name ?? <span className="if-known">{'\u00a0'}</span>}>
      <span className="row only-phone hello-tools">
        <ThemeToggle />
        {me === null && offersAccount ? (
          <Link className={isServed ? 'link small if-unknown' : 'link small'} to="/login">
            Sign in
          </Link>
        ) : null}
        {me !== null || isServed ? (
          <Link
            className={isServed ? 'avatar-link if-known' : 'avatar-link'}
            to="/profile"
            aria-label={name ? `Your profile, ${name}` : 'Your profile'}
          >
            <Avatar username={null} {...me} />
          </Link>
        ) : null}
      </span>
    </PageHead>
  );
}
