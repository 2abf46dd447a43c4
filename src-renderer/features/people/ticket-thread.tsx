import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef } from 'react';
import { TICKET_REPLY_LENGTH, type TicketMessage } from '#contract/calls/ticket-thread.ts';
import type { SupportTicket } from '#contract/rows/support-tickets.ts';
import { Button } from '#renderer/components/button.tsx';
import { CheckedForm } from '#renderer/components/forms/checked-form.tsx';
import { TextAreaField } from '#renderer/components/forms/field.tsx';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { toast } from '#renderer/components/messages/toast.ts';
import { readForm } from '#renderer/lib/form-values.ts';
import { formatDay } from '#renderer/lib/format.ts';
import { useUnsentText } from '#renderer/lib/hooks/use-unsent-text.ts';
import { useBrand } from '#renderer/lib/public-config.ts';
import { backend } from '#renderer/lib/requests/backend.ts';

export type OwnTicket = Pick<
  SupportTicket,
  'id' | 'subject' | 'message' | 'status' | 'answer' | 'created_at' | 'answered_at'
>;

export function TicketThread({ ticket }: { ticket: OwnTicket }) {
  const { name } = useBrand();
  // Begins like the tickets' key, so that invalidating the tickets includes the thread.
  const queryKey = ['support_tickets', 'thread', ticket.id];
  const { data: messages = initialMessages(ticket) } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const thread = await backend().call('getOwnTicket', { params: { id: ticket.id }, signal });
      return thread.messages;
    },
  });
  const unsent = useUnsentText(`reply ${ticket.id}`);
  const queryClient = useQueryClient();
  /** A reply that failed. Without a response, the server may have saved it. */
  const failed = useRef<string>(undefined);
  const send = useMutation({
    mutationFn: async (text: string) => {
      const params = { id: ticket.id };
      if (text === failed.current) {
        const thread = await backend().call('getOwnTicket', { params });
        const own = thread.messages.filter(({ author }) => author === 'person');
        if (own.at(-1)?.text === text.trim()) return thread;
      }
      return backend().call('replyToTicket', { params, input: { text } });
    },
    onError: (_error, text) => {
      failed.current = text;
    },
    onSuccess: (thread) => {
      queryClient.setQueryData(queryKey, thread.messages);
      unsent.clear();
      toast.success('Reply sent');
    },
  });
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    send.mutate(readForm(event.currentTarget, ['reply']).reply);
  };

  return (
    <div className="ticket-thread">
      <ol>
        {messages.map(({ id, author, text, created_at }) => (
          <li key={id} className={author === 'helpdesk' ? 'ticket-answer' : undefined}>
            <small className="ticket-date">
              {author === 'helpdesk' ? name : 'You'} · {formatDay(created_at)}
            </small>
            <p className="ticket-text">{text}</p>
          </li>
        ))}
      </ol>
      <CheckedForm ref={unsent.form} className="stack" onSubmit={handleSubmit}>
        <TextAreaField
          label={`Reply in ticket “${ticket.subject}”`}
          hint={ticket.status === 'closed' ? 'Your reply opens the ticket again.' : undefined}
          rows={3}
          required
          maxLength={TICKET_REPLY_LENGTH}
          name="reply"
        />
        {send.isError ? <Banner tone="bad">{send.error.message}</Banner> : null}
        <Button type="submit" look="soft" busy={send.isPending && 'Sending...'}>
          Send reply
        </Button>
      </CheckedForm>
    </div>
  );
}

/** The ticket's own message and answer, until the thread has loaded. */
function initialMessages({ message, answer, created_at, answered_at }: OwnTicket): TicketMessage[] {
  const first = { id: 'question', author: 'person', text: message, created_at } as const;
  if (!answer) return [first];
  const answeredAt = answered_at ?? created_at;
  return [first, { id: 'answer', author: 'helpdesk', text: answer, created_at: answeredAt }];
}
