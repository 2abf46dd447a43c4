import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { PageHead } from '#renderer/components/page-head.tsx';
import { ThemeToggle } from '#renderer/components/theme-toggle.tsx';
import { profileQuery } from '#renderer/data/profile.ts';
import { useUser } from '#renderer/lib/session.ts';

/** True at any hour, and to anybody. */
export function Greeting() {
  const user = useUser();
  const profile = useQuery({ ...profileQuery(user?.id ?? ''), enabled: Boolean(user) });
  const name = profile.data?.username;
  return (
    <PageHead title="Peace be with you" line={name ?? 'Whatever the hour'}>
      <span className="row only-phone hello-tools">
        <ThemeToggle />
        {user === null ? (
          <Link className="link small" to="/login">
            Sign in
          </Link>
        ) : (
          <Link
            className="avatar"
            to="/profile"
            aria-label={name ? `Your profile, ${name}` : 'Your profile'}
          >
            {name?.[0]?.toUpperCase() ?? '?'}
          </Link>
        )}
      </span>
    </PageHead>
  );
}
