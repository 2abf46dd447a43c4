import { publicConfig } from '#renderer/lib/public-config.ts';
import { Link, useLocation } from '#renderer/lib/router.tsx';
import type { AuthView } from './auth.atoms.ts';
import type { CodeKind } from './auth-requests.ts';

interface AuthLinksProps {
  view: AuthView;
  /** The view this page begins with: /login is where the other views go back to. */
  home: 'sign_in' | 'sign_up';
  /** A mail has just gone out: then the way to its code stands above, as a button. */
  hasMailed: boolean;
  onView: (view: AuthView, code?: CodeKind) => void;
}

const MAILS_A_CODE: Partial<Record<AuthView, CodeKind>> = {
  sign_up: 'email',
  magic_link: 'email',
  forgotten_password: 'recovery',
};

/** The other ways in, below the form. */
export function AuthLinks({ view, home, hasMailed, onView }: AuthLinksProps) {
  const code = MAILS_A_CODE[view];
  const link = (label: string, target: AuthView, targetCode?: CodeKind) => (
    <button type="button" className="link small" onClick={() => onView(target, targetCode)}>
      {label}
    </button>
  );
  return (
    <div className="auth-links">
      {view === 'sign_in' ? link('Forgot your password?', 'forgotten_password') : null}
      {view === 'sign_in' && publicConfig().magicLink
        ? link('Send a magic link', 'magic_link')
        : null}
      {view === home || view === 'sign_in' ? null : <BackToSignIn home={home} link={link} />}
      {code && !hasMailed ? link('I have a code', 'verify_otp', code) : null}
    </div>
  );
}

interface BackToSignInProps {
  home: 'sign_in' | 'sign_up';
  link: (label: string, target: AuthView) => React.ReactNode;
}

function BackToSignIn({ home, link }: BackToSignInProps) {
  const { state } = useLocation();
  if (home === 'sign_in') return link('Back to sign in', 'sign_in');
  return (
    <Link className="link small" to="/login" state={state}>
      Back to sign in
    </Link>
  );
}
