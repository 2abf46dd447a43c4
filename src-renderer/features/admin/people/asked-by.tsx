import type { SupportTicket } from '#contract/rows/support-tickets.ts';
import { ticketReference } from '#contract/words/ticket-reference.ts';
import { formatDate } from '#renderer/lib/format.ts';
import { Link } from '#renderer/lib/router.tsx';
import { Fact } from './fact.tsx';
import { usePerson, usePersonFacts } from './people-query.ts';
import { planText } from './plan-text.ts';

const WAITS_FOR: Readonly<Record<string, string>> = {
  open: 'Your answer',
  answered: 'Her reply',
  closed: 'Nobody: it is closed',
};

/** Whose question it is, as far as an answer needs it, and the way to her. */
export function AskedBy({
  ticket: { id, user_id, status, created_at },
}: {
  ticket: SupportTicket;
}) {
  const { data: person } = usePerson(user_id);
  const { data: facts } = usePersonFacts(user_id);
  return (
    <dl className="a-facts">
      <Fact label="Reference">{ticketReference(id)}</Fact>
      <Fact label="Waits for">{WAITS_FOR[status] ?? status}</Fact>
      <Fact label="Asked by">
        <Link className="link" to={`/admin/users?person=${user_id}`}>
          {person?.email ?? 'See the person'}
        </Link>
        {facts?.profile?.username ? ` (${facts.profile.username})` : null}
      </Fact>
      <Fact label="Asked on">{formatDate(created_at)}</Fact>
      {facts ? <Fact label="Plan">{planText(facts.subscription)}</Fact> : null}
      {person ? (
        <Fact label="Last sign-in">
          {person.last_sign_in_at ? formatDate(person.last_sign_in_at) : 'Never'}
        </Fact>
      ) : null}
      {facts ? <Fact label="Tickets of hers">{facts.counts.tickets}</Fact> : null}
    </dl>
  );
}
