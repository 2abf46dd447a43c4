import { Link } from 'react-router-dom';
import { Avatar } from '#renderer/components/avatar.tsx';
import { PageHead } from '#renderer/components/page-head.tsx';
import { ThemeToggle } from '#renderer/components/theme-toggle.tsx';
import { useMe } from '#renderer/data/profile.ts';

/** True at any hour, and to anybody. */
export function Greeting() {
  const me = useMe();
  const name = me?.username;
  return (
    <PageHead title="Peace be with you" line={name ?? 'Whatever the hour'}>
      <span className="row only-phone hello-tools">
        <ThemeToggle />
        {me === null ? (
          <Link className="link small" to="/login">
            Sign in
          </Link>
        ) : (
          <Link
            className="avatar-link"
            to="/profile"
            aria-label={name ? `Your profile, ${name}` : 'Your profile'}
          >
            <Avatar {...me} />
          </Link>
        )}
      </span>
    </PageHead>
  );
}
