import { Link } from '#renderer/components/link.tsx';

/**
 * The link to sign in or to the profile. A server-rendered page contains both, because it is the same for everyone: the
 * class `known` of the document shows one before the first paint (index.html) and then follows the session
 * (lib/requests/auth-client.ts).
 */
export function AccountLink() {
  return (
    <>
      <Link className="if-unknown" to="/login">
        Sign in
      </Link>
      <Link className="if-known" to="/profile">
        Profile
      </Link>
    </>
  );
}
