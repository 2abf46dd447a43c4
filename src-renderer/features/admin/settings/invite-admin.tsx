import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { AdminInvitation } from '#contract/calls/admins.ts';
import { ADMIN_ROLE_NAMES, ADMIN_ROLES, type AdminRole } from '#contract/words/admin-roles.ts';
import { Banner } from '#renderer/components/banner.tsx';
import { Button } from '#renderer/components/button.tsx';
import { CheckedForm } from '#renderer/components/checked-form.tsx';
import { SelectField, TextField } from '#renderer/components/field.tsx';
import { useAdminBackend } from '../admin-session.ts';

const NOBODY: { name: string; email: string; role: AdminRole } = {
  name: '',
  email: '',
  role: 'editor',
};

/** Answers a link for the owner to pass on; where there is a mail server she gets it by mail too. */
export function InviteAdmin({ queryKey }: { queryKey: QueryKey }) {
  const [person, setPerson] = useState(NOBODY);
  const { call } = useAdminBackend();
  const queryClient = useQueryClient();
  const invite = useMutation({
    mutationFn: () => call('inviteAdmin', { input: person }),
    onSuccess: () => {
      setPerson(NOBODY);
      return queryClient.invalidateQueries({ queryKey });
    },
  });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    invite.mutate();
  };
  return (
    <CheckedForm className="card stack" onSubmit={handleSubmit}>
      <h2 className="h3">Invite somebody</h2>
      <TextField
        label="Name"
        autoComplete="off"
        required
        maxLength={100}
        value={person.name}
        onChange={(event) => setPerson({ ...person, name: event.target.value })}
      />
      <TextField
        label="E-mail address"
        type="email"
        autoComplete="off"
        required
        value={person.email}
        onChange={(event) => setPerson({ ...person, email: event.target.value })}
      />
      <SelectField
        label="Role"
        hint={ADMIN_ROLES[person.role].text}
        value={person.role}
        onChange={({ target }) => {
          const role = ADMIN_ROLE_NAMES.find((one) => one === target.value);
          if (role) setPerson({ ...person, role });
        }}
      >
        {ADMIN_ROLE_NAMES.map((role) => (
          <option key={role} value={role}>
            {ADMIN_ROLES[role].label}
          </option>
        ))}
      </SelectField>
      {invite.isError ? <Banner tone="bad">{invite.error.message}</Banner> : null}
      <Button type="submit" busy={invite.isPending && 'Inviting...'}>
        Invite
      </Button>
      {invite.data ? <InvitationLink {...invite.data} /> : null}
    </CheckedForm>
  );
}

export function InvitationLink({ link, expires_at, mailed_to }: AdminInvitation) {
  const deed = mailed_to === null ? 'Send it to her.' : `It is on its way to ${mailed_to}.`;
  return (
    <TextField
      label="Invitation link"
      hint={`${deed} It works once, until ${expires_at.slice(0, 10)}, and is not shown again.`}
      readOnly
      value={link}
      onFocus={(event) => event.target.select()}
    />
  );
}
