import { useLocation } from 'react-router-dom';
import { Link } from '#renderer/components/link.tsx';
import { publicConfig } from '#renderer/lib/public-config.ts';
import type { AuthView } from './auth.atoms.ts';
import type { CodeKind } from './auth-requests.ts';

interface AuthLinksProps {
  view: AuthView;
  /** The initial view of this page; other views return to /login. */
  home: 'sign_in' | 'sign_up';
  /** A mail was just sent: shows the button for its code above. */
  hasMailed: boolean;
  onView: (view: AuthView, code?: CodeKind) => void;
}

const MAILS_A_CODE: Partial<Record<AuthView, CodeKind>> = {
  sign_up: 'email',
  magic_link: 'email',
  forgotten_password: 'recovery',
};

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
