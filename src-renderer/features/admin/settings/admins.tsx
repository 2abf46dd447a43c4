import { useState } from 'react';
import type { AdminPerson } from '#contract/calls/admin/admins.ts';
import { ADMIN_ROLES, type AdminRole } from '#contract/constants/admin-roles.ts';
import { Button } from '#renderer/components/button.tsx';
import { SelectField } from '#renderer/components/forms/select-field.tsx';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { SkeletonRows } from '#renderer/components/skeleton.tsx';
import { ConfirmDialog } from '../shared/confirm-dialog.tsx';
import { formatDay } from '../shared/format.ts';
import { useAdminAction } from '../shared/use-admin-action.ts';
import { useAdminQuery } from '../shared/use-admin-query.ts';
import { InvitationLink, InviteAdmin, ROLE_CHOICES } from './invite-admin.tsx';

export function Admins() {
  const query = useAdminQuery(['admins'], ({ call }, { signal }) => call('getAdmins', { signal }));
  if (query.isPending) return <SkeletonRows rows={3} />;
  if (query.isError) return <Banner tone="bad">{query.error.message}</Banner>;
  const { people } = query.data;
  return (
    <section className="admin-settings stack" aria-label="Admins">
      <p className="small quiet">
        Each comes in with a password and a second factor of their own, and the audit log names
        them. The password of this area still opens everything.
      </p>
      {people.length === 0 ? <p className="quiet">No one is invited yet.</p> : null}
      <ul className="admin-admins stack" aria-label="Admins">
        {people.map((person) => (
          <AdminCard key={person.id} person={person} />
        ))}
      </ul>
      <InviteAdmin />
    </section>
  );
}

type DestructiveAction = 'reset' | 'remove';

function AdminCard({ person }: { person: AdminPerson }) {
  const { id, name, email, role } = person;
  const [confirming, setConfirming] = useState<DestructiveAction>();
  const params = { id };
  const change = useAdminAction(
    'admins',
    ({ call }, wanted: AdminRole) => call('changeAdminRole', { params, input: { role: wanted } }),
    { done: 'Role changed' },
  );
  const renew = useAdminAction('admins', ({ call }) => call('renewAdminInvitation', { params }));
  const run = useAdminAction('admins', ({ call }, chosen: DestructiveAction) =>
    call(chosen === 'reset' ? 'resetSecondFactor' : 'removeAdmin', { params }),
  );
  const failed = change.error ?? renew.error ?? run.error;
  return (
    <li className="card stack">
      <div>
        <strong>{name}</strong> <span className="quiet">{email}</span>
        <p className="small quiet">{stateOf(person)}</p>
      </div>
      <SelectField
        label={`Role of ${name}`}
        hint={ADMIN_ROLES[role].text}
        value={role}
        disabled={change.isPending}
        options={ROLE_CHOICES}
        onChoose={(wanted) => change.mutate(wanted)}
      />
      <div className="row">
        <Button look="line" busy={renew.isPending && 'Making...'} onClick={() => renew.mutate()}>
          New invitation
        </Button>
        {person.has_second_factor ? (
          <Button look="line" onClick={() => setConfirming('reset')}>
            Reset second factor
          </Button>
        ) : null}
        <Button look="danger" onClick={() => setConfirming('remove')}>
          Remove
        </Button>
      </div>
      {renew.data ? <InvitationLink key={renew.data.link} {...renew.data} /> : null}
      {failed ? <Banner tone="bad">{failed.message}</Banner> : null}
      {confirming ? (
        <ConfirmDialog
          title={confirming === 'reset' ? `Reset the second factor of ${name}?` : `Remove ${name}?`}
          action={confirming === 'reset' ? 'Reset it' : 'Remove'}
          isDestructive
          busy={run.isPending && 'One moment...'}
          onCancel={() => setConfirming(undefined)}
          onConfirm={() => run.mutate(confirming, { onSettled: () => setConfirming(undefined) })}
        >
          <p>
            Open windows of this account close at once.{' '}
            {confirming === 'reset' ? 'At the next sign-in another is set up.' : ''}
          </p>
        </ConfirmDialog>
      ) : null}
    </li>
  );
}

function stateOf({
  has_joined,
  has_second_factor,
  recovery_codes_left,
  last_sign_in_at,
}: AdminPerson) {
  if (!has_joined) return 'Invited, has not come in yet';
  const factor = has_second_factor
    ? `Second factor on, ${recovery_codes_left} recovery codes left`
    : 'Second factor off: it is set up at the next sign-in';
  const last = last_sign_in_at === null ? '' : `, last in on ${formatDay(last_sign_in_at)}`;
  return factor + last;
}
