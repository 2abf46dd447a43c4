import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ticketReference } from '#contract/constants/ticket-reference.ts';
import { formatDay } from '#renderer/lib/format.ts';
import { backend } from '#renderer/lib/requests/backend.ts';
import { type OwnTicket, TicketThread } from './ticket-thread.tsx';

const SHOWN = 5;

export function ticketsQuery(userId: string) {
  return queryOptions({
    queryKey: ['support_tickets', userId],
    queryFn: async () => {
      const { data } = await backend()
        .tables.from('support_tickets')
        .select('id, subject, message, status, answer, created_at, answered_at')
        .order('created_at', { ascending: false })
        .limit(SHOWN)
        .throwOnError();
      return data;
    },
  });
}

/** The user's tickets and answers; renders nothing without any. */
export function TicketsCard({ userId }: { userId: string }) {
  const { data: tickets } = useQuery(ticketsQuery(userId));
  if (!tickets?.length) return null;
  return (
    <section className="card" aria-labelledby="tickets">
      <h2 id="tickets">Your tickets</h2>
      <div className="accordion plain">
        {tickets.map((ticket) => (
          <Ticket key={ticket.id} ticket={ticket} />
        ))}
      </div>
    </section>
  );
}

function Ticket({ ticket }: { ticket: OwnTicket }) {
  const [isOpen, setIsOpen] = useState(false);
  const { id, subject, status, answer, created_at } = ticket;
  return (
    <details name="tickets" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        <span>
          {subject}
          <small className="ticket-date">
            {ticketReference(id)} · {formatDay(created_at)}
          </small>
        </span>
        <span className={answer && status !== 'open' ? 'badge good' : 'badge'}>{status}</span>
      </summary>
      {isOpen ? <TicketThread ticket={ticket} /> : null}
    </details>
  );
}
