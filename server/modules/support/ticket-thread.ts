import type { TicketMessage } from '#contract/calls/ticket-thread.ts';

interface Ticket {
  readonly message: string;
  readonly answer: string | null;
  readonly answered_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

interface Said {
  readonly id: number;
  readonly author: TicketMessage['author'];
  readonly text: string;
  readonly created_at: string;
}

/**
 * The answer of a ticket that its thread does not know: from before there were threads, or written into the
 * table. Undefined when there is none.
 */
export function loneAnswer(
  { answer, answered_at, updated_at }: Ticket,
  said: readonly Said[],
): Omit<TicketMessage, 'id'> | undefined {
  const isKnown = said.some(({ author, text }) => author === 'helpdesk' && text === answer);
  if (!answer || isKnown) return undefined;
  return { author: 'helpdesk', text: answer, created_at: answered_at ?? updated_at };
}

/** Her first words, which stand in the ticket, and all that was said after them. */
export function threadOf(ticket: Ticket, said: readonly Said[]): TicketMessage[] {
  const lone = loneAnswer(ticket, said);
  const rest = [
    ...(lone ? [{ id: 'answer', ...lone }] : []),
    ...said.map((message) => ({ ...message, id: String(message.id) })),
  ];
  const { message: text, created_at } = ticket;
  return [
    { id: 'question', author: 'person', text, created_at },
    ...rest.sort((one, other) =>
      one.created_at < other.created_at ? -1 : Number(one.created_at > other.created_at),
    ),
  ];
}
