import { useState } from 'react';
import type { z } from 'zod';
import { type AdminInvitation, newAdminSchema } from '#contract/calls/admin/admins.ts';
import { ADMIN_ROLE_NAMES, ADMIN_ROLES } from '#contract/constants/admin-roles.ts';
import { TextField } from '#renderer/components/forms/field.tsx';
import { SelectField } from '#renderer/components/forms/select-field.tsx';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { AdminForm } from '../shared/admin-form.tsx';
import { formatMoment } from '../shared/format.ts';
import { isLoopbackAddress } from '../shared/loopback-address.ts';
import { useAdminCall } from '../shared/use-admin-action.ts';
import { useAdminForm } from '../shared/use-admin-form.ts';

export const ROLE_CHOICES = ADMIN_ROLE_NAMES.map((value) => ({
  value,
  label: ADMIN_ROLES[value].label,
}));

const EMPTY: z.infer<typeof newAdminSchema> = { name: '', email: '', role: 'editor' };

/** Makes an invitation link for the owner to share, which is also mailed if there is a mail server. */
export function InviteAdmin() {
  const [invitation, setInvitation] = useState<AdminInvitation>();
  const invite = useAdminCall('admins', 'inviteAdmin');
  const form = useAdminForm({
    draftName: 'invite-admin',
    schema: newAdminSchema,
    saved: EMPTY,
    save: async (input) => {
      // Shows the link after the list above has been refetched: its new row would push the link out of view.
      setInvitation(await invite.mutateAsync({ input }));
      return undefined;
    },
    onSaved: () => form.reset(EMPTY),
  });
  return (
    <AdminForm form={form} className="card" action={['Invite', 'Inviting...']}>
      <h2 className="h3">Invite an admin</h2>
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
      {invitation ? <InvitationLink key={invitation.link} {...invitation} /> : null}
    </AdminForm>
  );
}

/** Focuses the link on mount, because it is shown only once. Give each link its own `key`. */
export function InvitationLink({ link, expires_at, mailed_to }: AdminInvitation) {
  const delivery =
    mailed_to === null ? 'Send it to the new admin.' : `It was mailed to ${mailed_to}.`;
  return (
    <>
      {isLoopbackAddress(link) ? (
        <Banner tone="notice">
          This link opens on the server’s own machine only. For other machines, set SITE_URL first.
        </Banner>
      ) : null}
      <TextField
        label="Invitation link"
        hint={`${delivery} It works once, until ${formatMoment(expires_at)}, and is not shown again.`}
        readOnly
        autoFocus
        value={link}
        onFocus={(event) => event.target.select()}
      />
    </>
  );
}
