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
 * An answer that is not in the thread: written before threads existed, or through the table. Undefined if there is
 * none.
 */
export function answerOutsideThread(
  { answer, answered_at, updated_at }: Ticket,
  said: readonly Said[],
): Omit<TicketMessage, 'id'> | undefined {
  const isKnown = said.some(({ author, text }) => author === 'helpdesk' && text === answer);
  if (!answer || isKnown) return undefined;
  return { author: 'helpdesk', text: answer, created_at: answered_at ?? updated_at };
}

/** The first message, from the ticket, and the messages after it. */
export function threadOf(ticket: Ticket, said: readonly Said[]): TicketMessage[] {
  const lone = answerOutsideThread(ticket, said);
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
