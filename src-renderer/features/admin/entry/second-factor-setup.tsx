import { useMutation, useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import type { AdminToken } from '#contract/calls/auth.ts';
import { Button } from '#renderer/components/button.tsx';
import { CheckedForm } from '#renderer/components/forms/checked-form.tsx';
import { TextField } from '#renderer/components/forms/field.tsx';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { QrCode } from '#renderer/components/pictures/qr-code.tsx';
import { SkeletonRows } from '#renderer/components/skeleton.tsx';
import { readForm } from '#renderer/lib/form-values.ts';
import { entryCall } from '../admin-session.ts';

interface SecondFactorSetupProps {
  token: AdminToken;
  keep: boolean;
  onDone: (token: AdminToken) => void;
}

/**
 * Shows the secret as a QR code, drawn in the browser. Asks for the first code of the app, then
 * shows the recovery codes once.
 */
export function SecondFactorSetup({ token, keep, onDone }: SecondFactorSetupProps) {
  const call = entryCall(token.access_token);
  const setup = useQuery({
    queryKey: ['second-factor', token.access_token],
    queryFn: () => call('beginSecondFactor'),
    // Never refetched, because every request creates another secret.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const confirm = useMutation({
    mutationFn: (code: string) => call('confirmSecondFactor', { input: { code, keep } }),
  });
  if (confirm.data) {
    const { codes, token: verified } = confirm.data;
    return <RecoveryCodes codes={codes} onDone={() => onDone(verified)} />;
  }
  if (setup.isError) return <Banner tone="bad">{setup.error.message}</Banner>;
  if (setup.isPending) return <SkeletonRows rows={3} />;
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    confirm.mutate(readForm(event.currentTarget, ['code']).code);
  };
  return (
    <CheckedForm className="stack" onSubmit={handleSubmit}>
      <h2 className="h3">Set up your second factor</h2>
      <p>Scan this with an authenticator app on your phone, and type the six digits it shows.</p>
      <div className="admin-second-factor">
        <QrCode address={setup.data.uri} label="Code for your authenticator app" />
      </div>
      <p className="small quiet">
        Without a camera, type this into the app:{' '}
        <code className="admin-secret">{setup.data.secret}</code>
      </p>
      <TextField
        label="Six digits"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
      />
      {confirm.isError ? <Banner tone="bad">{confirm.error.message}</Banner> : null}
      <Button type="submit" block busy={confirm.isPending && 'Checking...'}>
        Switch it on
      </Button>
    </CheckedForm>
  );
}

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <section className="stack" aria-label="Recovery codes">
      <h2 className="h3">Your recovery codes</h2>
      <p>
        Each lets you in once, without your phone. Write them down now: they are not shown again.
      </p>
      <ul className="card admin-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Button block onClick={onDone}>
        I have written them down
      </Button>
    </section>
  );
}
