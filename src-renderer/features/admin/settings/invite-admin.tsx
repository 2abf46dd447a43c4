import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { type AdminInvitation, newAdminSchema } from '#contract/calls/admin/admins.ts';
import { ADMIN_ROLE_NAMES, ADMIN_ROLES, type AdminRole } from '#contract/constants/admin-roles.ts';
import { SelectField, TextField } from '#renderer/components/forms/field.tsx';
import { useAdminBackend } from '../admin-session.ts';
import { AdminForm } from '../shared/admin-form.tsx';
import { formatMoment } from '../shared/format.ts';
import { useAdminForm } from '../shared/use-admin-form.ts';

export const ROLE_CHOICES = ADMIN_ROLE_NAMES.map((value) => ({
  value,
  label: ADMIN_ROLES[value].label,
}));

const EMPTY: { name: string; email: string; role: AdminRole } = {
  name: '',
  email: '',
  role: 'editor',
};

/** Returns a link for the owner to share; with a mail server the invitation is also mailed. */
export function InviteAdmin({ queryKey }: { queryKey: QueryKey }) {
  const { call } = useAdminBackend();
  const queryClient = useQueryClient();
  const [made, setMade] = useState<AdminInvitation>();
  const form = useAdminForm({
    keepAs: 'invite-admin',
    schema: newAdminSchema,
    saved: EMPTY,
    save: async (input) => {
      const invitation = await call('inviteAdmin', { input });
      // Refetches the list above first: growing later, it would push the link out of view.
      await queryClient.invalidateQueries({ queryKey });
      setMade(invitation);
      return undefined;
    },
    onSaved: () => form.reset(EMPTY),
  });
  return (
    <AdminForm form={form} className="card" action={['Invite', 'Inviting...']}>
      <h2 className="h3">Invite somebody</h2>
      <TextField label="Name" autoComplete="off" required maxLength={100} {...form.field('name')} />
      <TextField
        label="Email address"
        type="email"
        autoComplete="off"
        required
        {...form.field('email')}
      />
      <SelectField
        label="Role"
        hint={ADMIN_ROLES[form.draft.role].text}
        options={ROLE_CHOICES}
        {...form.field('role')}
      />
      {made ? <InvitationLink key={made.link} {...made} /> : null}
    </AdminForm>
  );
}

/** Focuses the link on mount, because it is shown only once. Give each link its own `key`. */
export function InvitationLink({ link, expires_at, mailed_to }: AdminInvitation) {
  const id = useId();
  useEffect(() => document.getElementById(id)?.focus(), [id]);
  const delivery = mailed_to === null ? 'Send it to the person.' : `It was mailed to ${mailed_to}.`;
  return (
    <TextField
      id={id}
      label="Invitation link"
      hint={`${delivery} It works once, until ${formatMoment(expires_at)}, and is not shown again.`}
      readOnly
      value={link}
      onFocus={(event) => event.target.select()}
    />
  );
}
