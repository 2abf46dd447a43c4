import type { TicketMessage } from '#contract/calls/ticket-thread.ts';
import type { FoundTicket, listMessages } from './support.repository.ts';

type Ticket = Pick<FoundTicket, 'message' | 'answer' | 'answered_at' | 'created_at' | 'updated_at'>;
type StoredMessage = Awaited<ReturnType<typeof listMessages>>[number];

/**
 * The answer in the ticket's row if the thread lacks it, because it was written through the tables API or before there
 * were threads.
 */
export function answerOutsideThread(
  { answer, answered_at, updated_at }: Ticket,
  messages: readonly StoredMessage[],
): Omit<TicketMessage, 'id'> | undefined {
  const isKnown = messages.some(({ author, text }) => author === 'helpdesk' && text === answer);
  if (!answer || isKnown) return undefined;
  return { author: 'helpdesk', text: answer, created_at: answered_at ?? updated_at };
}

/** The first message is in the ticket's row, the others in their own table. */
export function threadOf(ticket: Ticket, messages: readonly StoredMessage[]): TicketMessage[] {
  const answerOutside = answerOutsideThread(ticket, messages);
  const rest = [
    ...(answerOutside ? [{ id: 'answer', ...answerOutside }] : []),
    ...messages.map((message) => ({ ...message, id: String(message.id) })),
  ];
  const { message: text, created_at } = ticket;
  return [
    { id: 'question', author: 'person', text, created_at },
    ...rest.sort((one, other) =>
      one.created_at < other.created_at ? -1 : Number(one.created_at > other.created_at),
    ),
  ];
}
