import { type FormEvent, useState } from 'react';
import type { AdminToken } from '#contract/calls/auth.ts';
import { AUTH_ERROR } from '#contract/words/error-codes.ts';
import { Banner } from '#renderer/components/banner.tsx';
import { Button } from '#renderer/components/button.tsx';
import { CheckedForm } from '#renderer/components/checked-form.tsx';
import { TextField } from '#renderer/components/field.tsx';
import { CallError } from '#renderer/lib/call.ts';
import { entryCall } from '../admin-session.ts';
import { SecondFactorSetup } from './second-factor-setup.tsx';

interface PersonLoginProps {
  /** Known from her invitation. */
  email?: string;
  onOpen: (token: AdminToken) => void;
}

/** Address and password; the code once she is asked for it. Without a second factor she sets one up. */
export function PersonLogin({ email: known = '', onOpen }: PersonLoginProps) {
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [bare, setBare] = useState<AdminToken>();

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    setFailure(undefined);
    setBusy(true);
    try {
      const input = { email, password, ...(code === undefined ? {} : { code }) };
      const token = await entryCall()('signInAdminPerson', { input });
      const { person } = await entryCall(token.access_token)('getOwnAdmin');
      if (person?.has_second_factor) onOpen(token);
      else setBare(token);
    } catch (error) {
      const isAsked = error instanceof CallError && error.code === AUTH_ERROR.secondFactorNeeded;
      if (isAsked) setCode('');
      else setFailure(error instanceof Error ? error.message : String(error));
    }
    setBusy(false);
  };

  if (bare) return <SecondFactorSetup token={bare} onDone={() => onOpen(bare)} />;
  return (
    <CheckedForm className="stack" onSubmit={(event) => void handleSubmit(event)}>
      {failure ? <Banner tone="bad">{failure}</Banner> : null}
      <TextField
        label="E-mail address"
        type="email"
        autoComplete="username"
        required
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <TextField
        label="Your password"
        type="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {code === undefined ? null : (
        <TextField
          label="Code of your app"
          hint="Six digits, or one of your recovery codes."
          autoComplete="one-time-code"
          autoCapitalize="characters"
          required
          autoFocus
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      )}
      <Button type="submit" block busy={isBusy && 'Signing in...'}>
        Sign in
      </Button>
    </CheckedForm>
  );
}
