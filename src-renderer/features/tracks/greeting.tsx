import { Avatar } from '#renderer/components/avatar.tsx';
import { PageHead } from '#renderer/components/page-head.tsx';
import { ThemeToggle } from '#renderer/components/theme-toggle.tsx';
import { useMe } from '#renderer/data/profile.ts';
import { Link } from '#renderer/lib/router.tsx';
import { useAlive } from '#renderer/lib/use-alive.ts';

/** True at any hour, and to anybody. */
export function Greeting() {
  const me = useMe();
  // The served page has both, and the style sheet shows the one that will stay.
  const isServed = !useAlive();
  const name = me?.username;
  return (
    <PageHead title="Peace be with you" line={name ?? 'Whatever the hour'}>
      <span className="row only-phone hello-tools">
        <ThemeToggle />
        {me === null ? (
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
