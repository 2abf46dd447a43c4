import { type FormEvent, useState } from 'react';
import type { AdminToken } from '#contract/calls/auth.ts';
import { AUTH_ERROR } from '#contract/constants/error-codes.ts';
import { Button } from '#renderer/components/button.tsx';
import { CheckedForm } from '#renderer/components/forms/checked-form.tsx';
import { TextField } from '#renderer/components/forms/field.tsx';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { readForm } from '#renderer/lib/form-values.ts';
import { CallError } from '#renderer/lib/requests/call.ts';
import { entryCall } from '../admin-session.ts';
import { KeepChoice } from './keep-choice.tsx';
import { SecondFactorSetup } from './second-factor-setup.tsx';

interface PersonLoginProps {
  /** From the invitation. */
  email?: string;
  keep: boolean;
  onKeep: (keep: boolean) => void;
  onOpen: (token: AdminToken) => void;
}

/**
 * Address and password, then the code of the second factor. Accounts without a second factor set
 * one up.
 */
export function PersonLogin({ email: known = '', keep, onKeep, onOpen }: PersonLoginProps) {
  const [asksCode, setAsksCode] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [bare, setBare] = useState<AdminToken>();

  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    const typed = readForm(event.currentTarget, ['email', 'password', 'code']);
    event.preventDefault();
    setFailure(undefined);
    setBusy(true);
    try {
      const { code, ...rest } = typed;
      const input = { ...rest, keep, ...(asksCode ? { code } : {}) };
      const token = await entryCall()('signInAdminPerson', { input });
      const { person } = await entryCall(token.access_token)('getOwnAdmin');
      if (person?.has_second_factor) onOpen(token);
      else setBare(token);
    } catch (error) {
      const isAsked = error instanceof CallError && error.code === AUTH_ERROR.secondFactorNeeded;
      if (isAsked) setAsksCode(true);
      else setFailure(error instanceof Error ? error.message : String(error));
    }
    setBusy(false);
  };

  if (bare) return <SecondFactorSetup token={bare} keep={keep} onDone={onOpen} />;
  return (
    <CheckedForm className="stack" onSubmit={(event) => void handleSubmit(event)}>
      {failure ? <Banner tone="bad">{failure}</Banner> : null}
      <TextField
        label="Email address"
        type="email"
        autoComplete="username"
        required
        name="email"
        defaultValue={known}
      />
      <TextField
        label="Your password"
        type="password"
        autoComplete="current-password"
        required
        name="password"
      />
      {asksCode ? (
        <TextField
          label="Code of your app"
          hint="Six digits, or one of your recovery codes."
          autoComplete="one-time-code"
          autoCapitalize="characters"
          required
          autoFocus
          name="code"
        />
      ) : null}
      <KeepChoice checked={keep} onChange={onKeep} />
      <Button type="submit" block busy={isBusy && 'Signing in...'}>
        Sign in
      </Button>
    </CheckedForm>
  );
}
