import { useAtom } from 'jotai';
import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { CheckedForm } from '#renderer/components/forms/checked-form.tsx';
import { TextField } from '#renderer/components/forms/field.tsx';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { focusFirstError } from '#renderer/lib/focus-first-error.ts';
import { readForm } from '#renderer/lib/form-values.ts';
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
import { VIEW_TEXTS } from './auth-views.ts';
import { PasswordField } from './password-field.tsx';
import { SignUpConsent, useSignUpConsent } from './sign-up-consent.tsx';

const BANNER_ID = 'auth-refusal';
const FIELDS = ['email', 'password', 'token'] as const;
type Values = Record<(typeof FIELDS)[number], string>;

interface AuthFormProps {
  view: AuthView;
  outcome: Outcome | undefined;
  codeKind: CodeKind;
  /** Focuses the first empty field, because this view replaced the one with the focus. */
  takesFocus: boolean;
  onOutcome: (outcome: Outcome | undefined) => void;
}

/** One form for six views; keeps the input between views. */
export function AuthForm(props: AuthFormProps) {
  const { view, outcome, codeKind, takesFocus, onOutcome } = props;
  const [email, setEmail] = useAtom(emailAtom);
  const [password, setPassword] = useAtom(passwordAtom);
  const consent = useSignUpConsent();
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const texts = VIEW_TEXTS[view];

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the view appears
  useEffect(() => {
    const inputs = [...(form.current?.querySelectorAll('input') ?? [])];
    if (takesFocus) (inputs.find(({ value }) => value === '') ?? inputs[0])?.focus();
  }, []);

  useEffect(() => {
    if (outcome) showOutcome(outcome, form.current);
  }, [outcome]);

  // Keeps the email for the next view, even if the browser filled it in without an event.
  useLayoutEffect(() => {
    const element = form.current;
    return () => {
      const field = element?.elements.namedItem('email');
      if (field instanceof HTMLInputElement) setEmail(field.value);
    };
  }, [setEmail]);

  const request: Record<AuthView, (values: Values) => Promise<Outcome | undefined>> = {
    sign_in: (values) => signIn(values.email, values.password),
    sign_up: (values) => signUp(values.email, values.password, consent.answer),
    forgotten_password: (values) => sendReset(values.email),
    magic_link: (values) => sendMagicLink(values.email, consent.answer),
    update_password: (values) => updatePassword(values.password),
    verify_otp: (values) => verifyCode(values.email, values.token.trim(), codeKind),
  };
  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = readForm(event.currentTarget, FIELDS);
    setBusy(true);
    onOutcome(undefined);
    onOutcome(await request[view](values));
    setBusy(false);
  };
  const bannerFor = (field: Outcome['field']) =>
    outcome?.tone === 'bad' && outcome.field === field ? BANNER_ID : undefined;

  return (
    // POST, because a submit before hydration must not put the password into the URL.
    <CheckedForm ref={form} method="post" className="stack" onSubmit={handleSubmit}>
      {outcome ? (
        <Banner id={BANNER_ID} tone={outcome.tone}>
          {outcome.text}
        </Banner>
      ) : null}
      {view === 'update_password' ? null : (
        <TextField
          label="Email address"
          type="email"
          name="email"
          autoComplete="email"
          inputMode="email"
          // For magic links the red banner reports an empty field, as specified.
          required={view !== 'magic_link'}
          aria-required
          refusedBy={bannerFor('email')}
          defaultValue={email}
        />
      )}
      {view === 'sign_in' || view === 'sign_up' || view === 'update_password' ? (
        <PasswordField
          label={view === 'update_password' ? 'New password' : 'Password'}
          name="password"
          autoComplete={view === 'sign_in' ? 'current-password' : 'new-password'}
          hint={
            view === 'sign_in' ? undefined : `At least ${publicConfig().passwordLength} characters.`
          }
          required
          refusedBy={bannerFor('password')}
          defaultValue={password}
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
          refusedBy={bannerFor('token')}
        />
      ) : null}
      {canCreateAccount(view) ? <SignUpConsent view={view} {...consent} /> : null}
      <Button type="submit" block busy={isBusy && texts.busy}>
        {texts.submit}
      </Button>
    </CheckedForm>
  );
}

function showOutcome({ field }: Outcome, form: HTMLFormElement | null): void {
  if (field && form) focusFirstError(form);
  // On a short screen the button is pressed while the top of the form is out of view.
  document.getElementById(BANNER_ID)?.scrollIntoView({ block: 'nearest' });
}

/** While registration is closed, magic links work only for existing accounts. */
function canCreateAccount(view: AuthView): view is 'sign_up' | 'magic_link' {
  return (view === 'sign_up' || view === 'magic_link') && !publicConfig().isSignUpClosed;
}
