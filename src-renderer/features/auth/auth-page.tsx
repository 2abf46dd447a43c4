import { useSetAtom } from 'jotai';
import { type ReactNode, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { Button, ButtonLink } from '#renderer/components/button.tsx';
import { Link } from '#renderer/components/link.tsx';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { toast } from '#renderer/components/messages/toast.ts';
import { SceneForm } from '#renderer/components/scene-form.tsx';
import { publicConfig, useBrand } from '#renderer/lib/public-config.ts';
import { backend } from '#renderer/lib/requests/backend.ts';
import { type AuthView, passwordAtom } from './auth.atoms.ts';
import { AuthForm } from './auth-form.tsx';
import { AuthLinks } from './auth-links.tsx';
import { type CodeKind, MESSAGES, type Outcome } from './auth-requests.ts';
import { VIEW_TEXTS } from './auth-views.ts';
import { asksForNewPassword, findCallbackError } from './callback-address.ts';
import { ensureProfile } from './ensure-profile.ts';
import { useAuthEvents } from './use-auth-events.ts';
import './auth.css';

export function LoginPage() {
  return (
    <AuthPage
      page="sign_in"
      title="Welcome Back!"
      onSignedIn={async (userId) => {
        await ensureProfile(backend().tables, userId);
        toast.success('Successfully logged in!');
      }}
    >
      <span>
        New here?{' '}
        <Link className="link" to="/signup" state={useLocation().state}>
          Sign up
        </Link>
      </span>
    </AuthPage>
  );
}

export function SignupPage() {
  return (
    <AuthPage
      page="sign_up"
      title="Create Your Account"
      onSignedIn={async () => toast.success('Account created successfully!')}
    >
      <span>
        Already with us?{' '}
        <Link className="link" to="/login" state={useLocation().state}>
          Sign in
        </Link>
      </span>
    </AuthPage>
  );
}

/** The initial view of /login or /signup. */
type Page = 'sign_in' | 'sign_up';

interface AuthPageProps {
  page: Page;
  title: string;
  onSignedIn: (userId: string) => Promise<void>;
  children: ReactNode;
}

function AuthPage({ page, title, onSignedIn, children }: AuthPageProps) {
  const { view, outcome, codeKind, show, setOutcome } = useAuthFlow(page, onSignedIn);
  return (
    <SceneForm backTo="/" className="auth-inner">
      <div>
        <h1>{title}</h1>
        <p className="quiet">{VIEW_TEXTS[view].lede}</p>
      </div>
      {view === 'sign_up' && publicConfig().isSignUpClosed ? (
        <SignUpClosed />
      ) : (
        <AuthForm
          key={view}
          view={view}
          outcome={outcome}
          codeKind={codeKind}
          takesFocus={view !== page}
          onOutcome={setOutcome}
        />
      )}
      {outcome?.code ? (
        <Button look="soft" block onClick={() => show('verify_otp', outcome.code)}>
          Enter the code instead
        </Button>
      ) : null}
      {outcome?.text === MESSAGES.updated ? (
        <ButtonLink to="/home" look="soft" block>
          Continue to the meditations
        </ButtonLink>
      ) : null}
      <AuthLinks view={view} page={page} hasMailed={Boolean(outcome?.code)} onView={show} />
      <hr />
      <p className="auth-foot">
        {children}
        <Link className="link bare small quiet" to="/admin">
          Admin Login
        </Link>
      </p>
    </SceneForm>
  );
}

/** Replaces the form while registration is closed. */
function SignUpClosed() {
  const { email } = useBrand();
  return (
    <Banner tone="notice">
      New accounts are not being opened at the moment. You can{' '}
      <Link to="/home">listen without one</Link>, or ask for one at{' '}
      <a href={`mailto:${email}`}>{email}</a>.
    </Banner>
  );
}

/** The current view, and the effects of auth events on it. */
function useAuthFlow(page: Page, onSignedIn: (userId: string) => Promise<void>) {
  const navigate = useNavigate();
  const next = useReturnPath();
  const setPassword = useSetAtom(passwordAtom);
  const location = useLocation();
  const [view, setView] = useState<AuthView>(() =>
    asksForNewPassword(location) ? 'update_password' : page,
  );
  const [codeKind, setCodeKind] = useState<CodeKind>('email');
  const [outcome, setOutcome] = useState<Outcome | undefined>(() => {
    const text = findCallbackError(location);
    return text ? { tone: 'bad', text } : undefined;
  });
  // Tells a new sign-in from a restored session: the auth client emits SIGNED_IN for both.
  const previousId = useRef<string | null>(undefined);

  const show = (nextView: AuthView, code: CodeKind = 'email') => {
    setOutcome(undefined);
    setCodeKind(code);
    setView(nextView);
  };

  useAuthEvents((event, session) => {
    const isNew = previousId.current !== undefined && session?.user.id !== previousId.current;
    // INITIAL_SESSION comes a second time when the auth client has loaded, which may be during a sign-in.
    if (event === 'INITIAL_SESSION' && previousId.current === null) return;
    previousId.current = session?.user.id ?? null;
    // If an expired session is renewed late, INITIAL_SESSION has none and TOKEN_REFRESHED brings it.
    if (event === 'INITIAL_SESSION' || (event === 'TOKEN_REFRESHED' && isNew)) {
      if (!session || asksForNewPassword(window.location)) return;
      // The toast shows the error, because a signed-in user leaves this page.
      const error = findCallbackError(window.location);
      if (error) toast.error(error);
      navigate(next, { replace: true });
    } else if (event === 'PASSWORD_RECOVERY') {
      setPassword('');
      show('update_password');
    } else if (event === 'USER_UPDATED') {
      setPassword('');
      setView('sign_in');
    } else if (event === 'SIGNED_OUT') {
      setOutcome(undefined);
    } else if (event === 'SIGNED_IN' && session && isNew) {
      setPassword('');
      void onSignedIn(session.user.id).then(() => navigate(next, { replace: true }));
    }
  });

  return { view, outcome, codeKind, show, setOutcome };
}

/** The page to return to after signing in: from the navigation state, which no link can forge. */
function useReturnPath(): string {
  const { next } = Object(useLocation().state);
  return typeof next === 'string' ? next : '/home';
}
