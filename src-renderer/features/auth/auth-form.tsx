import { useAtom } from 'jotai';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Banner } from '#renderer/components/banner.tsx';
import { Button } from '#renderer/components/button.tsx';
import { CheckedForm } from '#renderer/components/checked-form.tsx';
import { TextField } from '#renderer/components/field.tsx';
import { focusFirstError } from '#renderer/lib/focus-first-error.ts';
import { publicConfig } from '#renderer/lib/public-config.ts';
import { type AuthView, emailAtom, passwordAtom } from './auth.atoms.ts';
import {
  type CodeKind,
  type Outcome,
  sendMagicLink,
  sendReset,
  signIn,
  signUp,
  updatePassword,
  verifyCode,
} from './auth-requests.ts';
import { VIEW_WORDS } from './auth-views.ts';
import { PasswordField } from './password-field.tsx';
import { SignUpConsent, useSignUpConsent } from './sign-up-consent.tsx';

const REFUSAL = 'auth-refusal';

interface AuthFormProps {
  view: AuthView;
  outcome: Outcome | undefined;
  codeKind: CodeKind;
  /** It took the place of another view, whose focus went with it. */
  takesFocus: boolean;
  onOutcome: (outcome: Outcome | undefined) => void;
}

const HAS_EMAIL: readonly AuthView[] = [
  'sign_in',
  'sign_up',
  'forgotten_password',
  'magic_link',
  'verify_otp',
];

/** Without its script a password must not get into the address. */
const PLAIN = { method: 'post', className: 'stack' } as const;

/** One form in six shapes; what was typed stays in it from shape to shape. */
export function AuthForm(props: AuthFormProps) {
  const { view, outcome, codeKind, takesFocus, onOutcome } = props;
  const [email, setEmail] = useAtom(emailAtom);
  const [password, setPassword] = useAtom(passwordAtom);
  const consent = useSignUpConsent();
  const [token, setToken] = useState('');
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const words = VIEW_WORDS[view];

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the view appears
  useEffect(() => {
    const inputs = [...(form.current?.querySelectorAll('input') ?? [])];
    if (takesFocus) (inputs.find(({ value }) => value === '') ?? inputs[0])?.focus();
  }, []);

  useEffect(() => {
    if (outcome?.field && form.current) focusFirstError(form.current);
  }, [outcome]);

  const request: Record<AuthView, () => Promise<Outcome | undefined>> = {
    sign_in: () => signIn(email, password),
    sign_up: () => signUp(email, password, consent.isOn),
    forgotten_password: () => sendReset(email),
    magic_link: () => sendMagicLink(email, consent.isOn),
    update_password: () => updatePassword(password),
    verify_otp: () => verifyCode(email, token.trim(), codeKind),
  };
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    onOutcome(undefined);
    onOutcome(await request[view]());
    setBusy(false);
  };
  const refused = (field: Outcome['field']) =>
    outcome?.tone === 'bad' && outcome.field === field ? REFUSAL : undefined;

  return (
    <CheckedForm ref={form} {...PLAIN} onSubmit={handleSubmit}>
      {outcome ? (
        <Banner id={REFUSAL} tone={outcome.tone}>
          {outcome.text}
        </Banner>
      ) : null}
      {HAS_EMAIL.includes(view) ? (
        <TextField
          label="Email address"
          type="email"
          name="email"
          autoComplete="email"
          inputMode="email"
          // An empty one is told in the red box there, as specified.
          required={view !== 'magic_link'}
          aria-required
          refusedBy={refused('email')}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      ) : null}
      {view === 'sign_in' || view === 'sign_up' || view === 'update_password' ? (
        <PasswordField
          label={view === 'update_password' ? 'New password' : 'Password'}
          name="password"
          autoComplete={view === 'sign_in' ? 'current-password' : 'new-password'}
          hint={
            view === 'sign_in' ? undefined : `At least ${publicConfig().passwordLength} characters.`
          }
          required
          refusedBy={refused('password')}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      ) : null}
      {view === 'verify_otp' ? (
        <TextField
          label="Code"
          name="token"
          autoComplete="one-time-code"
          inputMode="numeric"
          required
          refusedBy={refused('token')}
          value={token}
          onChange={(event) => setToken(event.target.value)}
        />
      ) : null}
      {makesAccounts(view) ? <SignUpConsent view={view} {...consent} /> : null}
      <Button type="submit" block busy={isBusy && words.busy}>
        {words.submit}
      </Button>
    </CheckedForm>
  );
}

/** Where no new accounts are opened, a link is only for whoever has one. */
function makesAccounts(view: AuthView): view is 'sign_up' | 'magic_link' {
  return (view === 'sign_up' || view === 'magic_link') && !publicConfig().isSignUpClosed;
}
