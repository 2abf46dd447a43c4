import { useLocation } from 'react-router-dom';
import { Link } from '#renderer/components/link.tsx';
import { publicConfig } from '#renderer/lib/public-config.ts';
import type { AuthView } from './auth.atoms.ts';
import type { CodeKind } from './auth-requests.ts';

interface AuthLinksProps {
  view: AuthView;
  /** The page, /login or /signup, by its initial view. */
  page: 'sign_in' | 'sign_up';
  /** A mail was just sent; the page then has a button for its code instead of the link. */
  hasMailed: boolean;
  onView: (view: AuthView, code?: CodeKind) => void;
}

const CODE_KINDS: Partial<Record<AuthView, CodeKind>> = {
  sign_up: 'email',
  magic_link: 'email',
  forgotten_password: 'recovery',
};

export function AuthLinks({ view, page, hasMailed, onView }: AuthLinksProps) {
  const { state } = useLocation();
  const code = CODE_KINDS[view];
  const link = (label: string, target: AuthView, targetCode?: CodeKind) => (
    <button type="button" className="link small" onClick={() => onView(target, targetCode)}>
      {label}
    </button>
  );
  const backToSignIn =
    page === 'sign_in' ? (
      link('Back to sign in', 'sign_in')
    ) : (
      <Link className="link small" to="/login" state={state}>
        Back to sign in
      </Link>
    );
  return (
    <div className="auth-links">
      {view === 'sign_in' ? link('Forgot your password?', 'forgotten_password') : null}
      {view === 'sign_in' && publicConfig().magicLink
        ? link('Send a magic link', 'magic_link')
        : null}
      {view === page || view === 'sign_in' ? null : backToSignIn}
      {code && !hasMailed ? link('I have a code', 'verify_otp', code) : null}
    </div>
  );
}
