import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import type { TicketMessage } from '#contract/calls/ticket-thread.ts';
import type { SupportTicket } from '#contract/rows/support-tickets.ts';
import { Banner } from '#renderer/components/banner.tsx';
import { Button } from '#renderer/components/button.tsx';
import { CheckedForm } from '#renderer/components/checked-form.tsx';
import { TextAreaField } from '#renderer/components/field.tsx';
import { toast } from '#renderer/components/toast.ts';
import { backend } from '#renderer/lib/backend.ts';
import { formatDate } from '#renderer/lib/format.ts';
import { useBrand } from '#renderer/lib/public-config.ts';

export type OwnTicket = Pick<
  SupportTicket,
  'id' | 'subject' | 'message' | 'status' | 'answer' | 'created_at' | 'answered_at'
>;

interface TicketThreadProps {
  ticket: OwnTicket;
  /** What she is writing; it stays when she looks at another ticket. */
  reply: string;
  onReply: (text: string) => void;
}

/** The conversation in a ticket of hers, and room for her next words. */
export function TicketThread({ ticket, reply, onReply }: TicketThreadProps) {
  const { name } = useBrand();
  // Under the key of tickets, so that each of their changes has it read again.
  const queryKey = ['support_tickets', 'thread', ticket.id];
  const { data: messages = knownOf(ticket) } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const thread = await backend().call('getOwnTicket', { params: { id: ticket.id }, signal });
      return thread.messages;
    },
  });
  const queryClient = useQueryClient();
  const send = useMutation({
    mutationFn: (text: string) =>
      backend().call('replyToTicket', { params: { id: ticket.id }, input: { text } }),
    onSuccess: (thread) => {
      queryClient.setQueryData(queryKey, thread.messages);
      onReply('');
      toast.success('Reply sent');
    },
  });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (reply.trim()) send.mutate(reply);
  };

  return (
    <div className="ticket-thread">
      <ol>
        {messages.map(({ id, author, text, created_at }) => (
          <li key={id} className={author === 'helpdesk' ? 'ticket-answer' : undefined}>
            <small className="ticket-date">
              {author === 'helpdesk' ? name : 'You'} · {formatDate(created_at)}
            </small>
            <p className="ticket-text">{text}</p>
          </li>
        ))}
      </ol>
      <CheckedForm className="stack" onSubmit={handleSubmit}>
        <TextAreaField
          label={`Reply in ticket “${ticket.subject}”`}
          hint={ticket.status === 'closed' ? 'Your reply opens the ticket again.' : undefined}
          rows={3}
          required
          maxLength={5000}
          value={reply}
          onChange={(event) => onReply(event.target.value)}
        />
        {send.isError ? <Banner tone="bad">{send.error.message}</Banner> : null}
        <Button type="submit" look="soft" busy={send.isPending && 'Sending...'}>
          Send reply
        </Button>
      </CheckedForm>
    </div>
  );
}

/** What the ticket itself says, until its thread is here. */
function knownOf({ message, answer, created_at, answered_at }: OwnTicket): TicketMessage[] {
  const first = { id: 'question', author: 'person', text: message, created_at } as const;
  if (!answer) return [first];
  const since = answered_at ?? created_at;
  return [first, { id: 'answer', author: 'helpdesk', text: answer, created_at: since }];
}
