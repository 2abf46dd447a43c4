import { ticketReference } from '#contract/constants/ticket-reference.ts';
import type { SupportTicket } from '#contract/rows/support-tickets.ts';
import { Link } from '#renderer/components/link.tsx';
import { Fact } from '../shared/fact.tsx';
import { formatDay } from '../shared/format.ts';
import { useAdminQuery } from '../shared/use-admin-query.ts';
import { planText } from './plan-text.ts';
import { usePersonFacts } from './use-person-facts.ts';

const STATUS_TEXTS: Readonly<Record<string, string>> = {
  open: 'Waiting for you',
  answered: 'Waiting for the user',
  closed: 'Closed',
};

/** Facts that an admin needs to answer a ticket, with a link to the user's account. */
export function TicketFacts({
  ticket: { id, user_id, status, created_at },
}: {
  ticket: SupportTicket;
}) {
  const { data: person } = useAdminQuery(
    ['users', 'account', user_id],
    async ({ call }, { signal }) => {
      const { users } = await call('findPeople', { input: { ids: user_id }, signal });
      return users[0] ?? null;
    },
  );
  const { data: facts } = usePersonFacts(user_id);
  return (
    <dl className="admin-facts">
      <Fact label="Reference">{ticketReference(id)}</Fact>
      <Fact label="Status">{STATUS_TEXTS[status] ?? status}</Fact>
      <Fact label="Asked by">
        <Link className="link" to={`/admin/users?person=${user_id}`}>
          {person?.email ?? 'See the account'}
        </Link>
        {facts?.profile?.username ? ` (${facts.profile.username})` : null}
      </Fact>
      <Fact label="Asked on">{formatDay(created_at)}</Fact>
      {facts ? <Fact label="Plan">{planText(facts.subscription)}</Fact> : null}
      {person ? (
        <Fact label="Last sign-in">
          {person.last_sign_in_at ? formatDay(person.last_sign_in_at) : 'Never'}
        </Fact>
      ) : null}
      {facts ? <Fact label="Other tickets">{Math.max(0, facts.counts.tickets - 1)}</Fact> : null}
    </dl>
  );
}
