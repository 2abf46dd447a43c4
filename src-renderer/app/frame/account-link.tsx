import { Link } from '#renderer/components/link.tsx';

/**
 * Sign-in link or link to the profile. A served page is the same for everyone and contains both; the class `known` on
 * the document selects one before the first paint (index.html) and follows the session (lib/requests/auth-client.ts).
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
