import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { AdminToken } from '#contract/calls/auth.ts';
import { ADMIN_ROLES } from '#contract/constants/admin-roles.ts';
import { Button } from '#renderer/components/button.tsx';
import { CheckedForm } from '#renderer/components/forms/checked-form.tsx';
import { TextField } from '#renderer/components/forms/field.tsx';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { PageHead } from '#renderer/components/page-head.tsx';
import { SkeletonRows } from '#renderer/components/skeleton.tsx';
import { readForm } from '#renderer/lib/form-values.ts';
import { entryCall } from '../admin-session.ts';
import { PersonLogin } from './person-login.tsx';

export const INVITATION_PATH = '/admin/invitation';

/** Opened by an invitation link; the secret is in the fragment, so no server logs it. */
export function Invitation({ onOpen }: { onOpen: (token: AdminToken) => void }) {
  const [token] = useState(() => window.location.hash.slice(1));
  const [keep, setKeep] = useState(false);
  const read = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => entryCall()('readAdminInvitation', { input: { token } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const accept = useMutation({
    mutationFn: (password: string) =>
      entryCall()('acceptAdminInvitation', { input: { token, password } }),
    // Keeps the password out of the mutation cache.
    gcTime: 0,
  });
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    accept.mutate(readForm(event.currentTarget, ['password']).password);
  };
  return (
    <main id="main" tabIndex={-1} className="wrap admin-gate">
      <PageHead title="Your invitation" backTo="/" />
      {read.isPending ? <SkeletonRows rows={2} /> : null}
      {read.isError ? <Banner tone="bad">{read.error.message}</Banner> : null}
      {read.data && !accept.isSuccess ? (
        <CheckedForm className="stack" onSubmit={handleSubmit}>
          <p>
            {read.data.name}, you are invited as{' '}
            <strong>{ADMIN_ROLES[read.data.role].label}</strong>. {ADMIN_ROLES[read.data.role].text}
          </p>
          <TextField
            label="Choose a password"
            name="password"
            type="password"
            autoComplete="new-password"
            required
            minLength={10}
            hint={`At least 10 characters. You sign in as ${read.data.email}.`}
          />
          {accept.isError ? <Banner tone="bad">{accept.error.message}</Banner> : null}
          <Button type="submit" block busy={accept.isPending && 'Saving...'}>
            Accept the invitation
          </Button>
        </CheckedForm>
      ) : null}
      {read.data && accept.isSuccess ? (
        <>
          <p className="quiet">
            Your password is saved. Sign in with it, then set up an authenticator app on your phone.
          </p>
          <PersonLogin email={read.data.email} keep={keep} onKeep={setKeep} onOpen={onOpen} />
        </>
      ) : null}
    </main>
  );
}
