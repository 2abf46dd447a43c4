import type { AdminPerson } from '#contract/calls/admin/admins.ts';
import { ADMIN_ROLES } from '#contract/constants/admin-roles.ts';
import { Button } from '#renderer/components/button.tsx';
import { SelectField } from '#renderer/components/forms/select-field.tsx';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { LoadFailure } from '#renderer/components/messages/load-failure.tsx';
import { SkeletonRows } from '#renderer/components/skeleton.tsx';
import { ConfirmButton } from '../shared/confirm-button.tsx';
import { formatDay } from '../shared/format.ts';
import { useAdminCall } from '../shared/use-admin-action.ts';
import { useAdminQuery } from '../shared/use-admin-query.ts';
import { InvitationLink, InviteAdmin, ROLE_CHOICES } from './invite-admin.tsx';

export function Admins() {
  const query = useAdminQuery(['admins'], ({ call }, { signal }) => call('getAdmins', { signal }));
  if (query.isPending) return <SkeletonRows rows={3} />;
  if (query.isLoadingError) return <LoadFailure query={query} text={query.error.message} />;
  const { people } = query.data;
  return (
    <section className="admin-settings stack" aria-label="Admins">
      <p className="small quiet">
        Each admin signs in with their own password and second factor, and the audit log has their
        name. The password of this area still opens everything.
      </p>
      {people.length === 0 ? <p className="quiet">No one is invited yet.</p> : null}
      <ul className="stack" aria-label="Admins">
        {people.map((person) => (
          <AdminCard key={person.id} person={person} />
        ))}
      </ul>
      <InviteAdmin />
    </section>
  );
}

function AdminCard({ person }: { person: AdminPerson }) {
  const { id, name, email, role } = person;
  const params = { id };
  const change = useAdminCall('admins', 'changeAdminRole', { done: 'Role changed' });
  const renew = useAdminCall('admins', 'renewAdminInvitation');
  const reset = useAdminCall('admins', 'resetSecondFactor');
  const remove = useAdminCall('admins', 'removeAdmin');
  const failed = change.error ?? renew.error ?? reset.error ?? remove.error;
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
        onChoose={(wanted) => change.mutate({ params, input: { role: wanted } })}
      />
      <div className="row admin-wrap">
        <Button
          look="line"
          busy={renew.isPending && 'Making...'}
          onClick={() => renew.mutate({ params })}
        >
          New invitation
        </Button>
        {person.has_second_factor ? (
          <ConfirmButton
            label="Reset second factor"
            look="line"
            busy={reset.isPending && 'Resetting...'}
            title={`Reset the second factor of ${name}?`}
            action="Reset"
            isDestructive
            onConfirm={() => reset.mutate({ params })}
          >
            <p>
              Open windows of this account close at once. The next sign-in sets up a new second
              factor.
            </p>
          </ConfirmButton>
        ) : null}
        <ConfirmButton
          label="Remove"
          busy={remove.isPending && 'Removing...'}
          title={`Remove ${name}?`}
          onConfirm={() => remove.mutate({ params })}
        >
          <p>Open windows of this account close at once.</p>
        </ConfirmButton>
      </div>
      {renew.data ? <InvitationLink key={renew.data.link} {...renew.data} /> : null}
      {failed ? <Banner tone="bad">{failed.message}</Banner> : null}
    </li>
  );
}

function stateOf({
  has_joined,
  has_second_factor,
  recovery_codes_left,
  last_sign_in_at,
}: AdminPerson) {
  if (!has_joined) return 'Invited, not signed in yet';
  const factor = has_second_factor
    ? `Second factor on, ${recovery_codes_left} recovery codes left`
    : 'Second factor off: it is set up at the next sign-in';
  const last = last_sign_in_at === null ? '' : `, last sign-in on ${formatDay(last_sign_in_at)}`;
  return factor + last;
}
