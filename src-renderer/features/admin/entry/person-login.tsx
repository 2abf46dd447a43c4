import { useMutation } from '@tanstack/react-query';
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
import { SecondFactorSetup } from './second-factor-setup.tsx';
import { StaySignedInField } from './stay-signed-in-field.tsx';

interface PersonLoginProps {
  /** The address of an accepted invitation. */
  email?: string;
  keep: boolean;
  onKeep: (keep: boolean) => void;
  onOpen: (token: AdminToken) => void;
}

/** Asks for email and password, then for the second factor, or sets one up if there is none. */
export function PersonLogin({ email: invitedEmail = '', keep, onKeep, onOpen }: PersonLoginProps) {
  const [asksCode, setAsksCode] = useState(false);
  const [setupToken, setSetupToken] = useState<AdminToken>();
  const signIn = useMutation({
    mutationFn: async ({ code, ...typed }: Record<'email' | 'password' | 'code', string>) => {
      const input = { ...typed, keep, ...(asksCode ? { code } : {}) };
      const token = await entryCall()('signInAdminPerson', { input });
      const { person } = await entryCall(token.access_token)('getOwnAdmin');
      if (person?.has_second_factor) onOpen(token);
      else setSetupToken(token);
    },
    // Keeps the password out of the mutation cache.
    gcTime: 0,
    onError: (error) => needsCode(error) && setAsksCode(true),
  });

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    signIn.mutate(readForm(event.currentTarget, ['email', 'password', 'code']));
  };

  if (setupToken) return <SecondFactorSetup token={setupToken} keep={keep} onDone={onOpen} />;
  return (
    <CheckedForm className="stack" onSubmit={handleSubmit}>
      {signIn.error && !needsCode(signIn.error) ? (
        <Banner tone="bad">{signIn.error.message}</Banner>
      ) : null}
      <TextField
        label="Email address"
        type="email"
        autoComplete="username"
        required
        name="email"
        defaultValue={invitedEmail}
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
      <StaySignedInField checked={keep} onChange={onKeep} />
      <Button type="submit" block busy={signIn.isPending && 'Signing in...'}>
        Sign in
      </Button>
    </CheckedForm>
  );
}

const needsCode = (error: Error) =>
  error instanceof CallError && error.code === AUTH_ERROR.secondFactorNeeded;
