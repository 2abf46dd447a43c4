import { useRef } from 'react';
import { z } from 'zod';
import type { SupportTicket } from '#contract/rows/support-tickets.ts';
import { Button } from '#renderer/components/button.tsx';
import { TextAreaField } from '#renderer/components/forms/field.tsx';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { AdminForm } from '../shared/admin-form.tsx';
import { useAdminAction } from '../shared/use-admin-action.ts';
import { useAdminForm } from '../shared/use-admin-form.ts';
import { CannedAnswers } from './canned-answers.tsx';
import { TicketConversation } from './ticket-conversation.tsx';
import { TicketFacts } from './ticket-facts.tsx';

interface TicketSheetProps {
  ticket: SupportTicket;
  onDone: () => void;
}

const answerFormSchema = z.object({ answer: z.string().trim().min(1).max(5000) });

export function TicketSheet({ ticket, onDone }: TicketSheetProps) {
  const container = useRef<HTMLDivElement>(null);
  const { id } = ticket;
  const setState = useAdminAction('tickets', ({ tables }, status: SupportTicket['status']) =>
    tables.from('support_tickets').update({ status }).eq('id', id).throwOnError(),
  );
  const isClosed = ticket.status === 'closed';
  const form = useAdminForm({
    draftName: `ticket:${id}`,
    openedBy: 'ticket',
    schema: answerFormSchema,
    saved: { answer: '' },
    refetches: 'tickets',
    // In one transaction, the server saves the answer, notifies the user and queues a mail.
    save: async ({ answer }, _, { call }) => {
      await call('answerTicket', { params: { id }, input: { answer, isClosed: false } });
    },
    done: 'Answer sent',
    onSaved: onDone,
  });
  const { answer } = form.draft;

  const handleState = () => {
    const state = isClosed ? (ticket.answer ? 'answered' : 'open') : 'closed';
    setState.mutate(state, { onSuccess: onDone });
  };
  const handleInsert = (text: string) => {
    form.change({ answer: answer.trim() ? `${answer.trimEnd()}\n\n${text}` : text });
    // Returns the focus to the field, so that typing can continue.
    container.current?.querySelector('textarea')?.focus();
  };

  return (
    <>
      <div ref={container}>
        <AdminForm
          form={form}
          action={['Send answer', 'Sending...']}
          more={
            <Button look="line" busy={setState.isPending && 'Saving...'} onClick={handleState}>
              {isClosed ? 'Open again' : 'Close ticket'}
            </Button>
          }
        >
          <TicketFacts ticket={ticket} />
          <TicketConversation ticket={ticket} />
          <TextAreaField
            label="Your answer"
            rows={6}
            required
            maxLength={5000}
            hint="It appears in their profile and their notifications, and is mailed if a mail server is set."
            {...form.field('answer')}
          />
          {setState.isError ? <Banner tone="bad">{setState.error.message}</Banner> : null}
        </AdminForm>
      </div>
      <CannedAnswers written={answer} onInsert={handleInsert} />
    </>
  );
}
