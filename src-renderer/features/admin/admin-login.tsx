import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { AdminToken } from '#contract/calls/auth.ts';
import { Button } from '#renderer/components/button.tsx';
import { CheckedForm } from '#renderer/components/forms/checked-form.tsx';
import { TextField } from '#renderer/components/forms/field.tsx';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { toast } from '#renderer/components/messages/toast.ts';
import { PageHead } from '#renderer/components/page-head.tsx';
import { Logo } from '#renderer/components/pictures/logo.tsx';
import { focusFirstError } from '#renderer/lib/focus-first-error.ts';
import { readForm } from '#renderer/lib/form-values.ts';
import { formatClock } from '#renderer/lib/format.ts';
import { CallError } from '#renderer/lib/requests/call.ts';
import { entryCall, resumeAdmin } from './admin-session.ts';
import { PersonLogin } from './entry/person-login.tsx';
import { StaySignedInField } from './entry/stay-signed-in-field.tsx';

const ERROR_ID = 'admin-refusal';

interface AdminLoginProps {
  /** The area was open before, and locked itself. */
  isExpired: boolean;
  /** This machine stays signed in, so `Continue` opens the area without a password. */
  mayContinue: boolean;
  onOpen: (token: AdminToken) => void;
}

export function AdminLogin({ isExpired, mayContinue, onOpen }: AdminLoginProps) {
  const [hasOwnAccount, setOwnAccount] = useState(false);
  const [keep, setKeep] = useState(false);
  /** Timestamp of the next allowed attempt; 0 without a limit. */
  const [retryAt, setRetryAt] = useState(0);
  const login = useMutation({
    mutationFn: (password: string) => entryCall()('signInAdmin', { input: { password, keep } }),
    // Keeps the password out of the mutation cache.
    gcTime: 0,
    onSuccess(token) {
      toast.success('Successfully logged in to admin panel');
      onOpen(token);
    },
    onError(error) {
      const { retryAfter = 0 } = error instanceof CallError ? error : {};
      setRetryAt(retryAfter > 0 ? Date.now() + retryAfter * 1_000 : 0);
    },
  });
  const resume = useMutation({
    mutationFn: resumeAdmin,
    onSuccess: (token) => token && onOpen(token),
  });
  const isSessionGone = resume.data === null;
  const failure = login.error?.message;
  const wait = useSecondsUntil(retryAt);
  const isWaitOver = retryAt > 0 && wait === 0;
  const hasError = failure !== undefined && !isWaitOver;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (failure && form.current) focusFirstError(form.current);
  }, [failure]);

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    login.mutate(readForm(event.currentTarget, ['password']).password);
  };

  const isBusy = login.isPending || resume.isPending;
  const isResumable = mayContinue && !isSessionGone;
  return (
    <main id="main" tabIndex={-1} className="wrap admin-gate">
      <PageHead title="Admin Login" backTo="/" />
      <Logo />
      {isResumable ? (
        <div className="stack">
          <Banner tone="notice">
            The area has locked itself. What you were writing is still there.
          </Banner>
          {resume.error ? <Banner tone="bad">{resume.error.message}</Banner> : null}
          <Button block busy={isBusy && 'One moment...'} onClick={() => resume.mutate()}>
            Continue
          </Button>
        </div>
      ) : null}
      {isSessionGone ? (
        <Banner tone="notice">This machine is no longer signed in. Please sign in again.</Banner>
      ) : null}
      {hasOwnAccount ? <PersonLogin keep={keep} onKeep={setKeep} onOpen={onOpen} /> : null}
      {hasOwnAccount ? null : (
        <CheckedForm ref={form} className="stack" onSubmit={handleSubmit}>
          {hasError ? (
            <Banner id={ERROR_ID} tone="bad">
              {failure}
            </Banner>
          ) : null}
          {isExpired && !isResumable && !failure ? (
            <Banner tone="notice">
              The area has locked itself. What you were writing is still there behind the password.
            </Banner>
          ) : null}
          <TextField
            label="Password"
            name="password"
            type="password"
            autoComplete="current-password"
            required
            refusedBy={hasError ? ERROR_ID : undefined}
          />
          <StaySignedInField checked={keep} onChange={setKeep} />
          <Button
            type="submit"
            block
            look={isResumable ? 'line' : 'primary'}
            busy={(isBusy && 'Logging in...') || (wait > 0 && `Login in ${formatClock(wait)}`)}
          >
            Login
          </Button>
        </CheckedForm>
      )}
      <Button look="line" block onClick={() => setOwnAccount(!hasOwnAccount)}>
        {hasOwnAccount ? 'Use the password of the area' : 'Sign in with your own account'}
      </Button>
      {hasOwnAccount ? null : (
        <details>
          <summary>Forgotten?</summary>
          <p className="small quiet">
            Run <code>npm run admin-password</code> on the server’s machine to set a new one.
          </p>
        </details>
      )}
    </main>
  );
}

/** Whole seconds until a timestamp. Reads the clock, so the countdown is right after sleep. */
function useSecondsUntil(moment: number): number {
  const [left, setLeft] = useState(0);
  // Runs before paint, because the initial 0 would flash as the end of the countdown.
  useLayoutEffect(() => {
    const update = () => setLeft(Math.max(0, Math.ceil((moment - Date.now()) / 1_000)));
    update();
    if (moment <= Date.now()) return;
    const timer = setInterval(update, 250);
    return () => clearInterval(timer);
  }, [moment]);
  return left;
}
