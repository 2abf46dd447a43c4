import { type FormEvent, useRef } from 'react';
import type { SupportTicket } from '#contract/rows/support-tickets.ts';
import { Banner } from '#renderer/components/banner.tsx';
import { Button } from '#renderer/components/button.tsx';
import { CheckedForm } from '#renderer/components/checked-form.tsx';
import { TextAreaField } from '#renderer/components/field.tsx';
import { toast } from '#renderer/components/toast.ts';
import { useKeptForm } from '../shared/use-kept-form.ts';
import { AskedBy } from './asked-by.tsx';
import { CannedAnswers } from './canned-answers.tsx';
import { TicketConversation } from './ticket-conversation.tsx';
import { useAnswerTicket, useSetTicketState } from './tickets-query.ts';

interface TicketSheetProps {
  ticket: SupportTicket;
  onDone: () => void;
}

const EMPTY = { answer: '' };

export function TicketSheet({ ticket, onDone }: TicketSheetProps) {
  const { draft, change, forget } = useKeptForm(`ticket:${ticket.id}`, EMPTY);
  const { answer = '' } = draft;
  const setAnswer = (text: string) => change('answer', text);
  const field = useRef<HTMLTextAreaElement>(null);
  const send = useAnswerTicket(ticket.id);
  const setState = useSetTicketState(ticket.id);
  const isClosed = ticket.status === 'closed';
  const failure = send.error ?? setState.error;

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    send.mutate(
      { answer, isClosed: false },
      {
        onSuccess: () => {
          toast.success('Answer sent');
          forget();
          onDone();
        },
      },
    );
  };
  const handleState = () => {
    const state = isClosed ? (ticket.answer ? 'answered' : 'open') : 'closed';
    setState.mutate(state, { onSuccess: onDone });
  };
  const handleInsert = (text: string) => {
    setAnswer(answer.trim() ? `${answer.trimEnd()}\n\n${text}` : text);
    // She goes on writing where it stands now.
    field.current?.focus();
  };

  return (
    <>
      <CheckedForm className="stack" onSubmit={handleSubmit}>
        <AskedBy ticket={ticket} />
        <TicketConversation ticket={ticket} />
        <TextAreaField
          ref={field}
          label="Your answer"
          rows={6}
          required
          maxLength={5000}
          hint="She finds it in her profile, among her notifications and in her mail."
          value={answer}
          onChange={(event) => setAnswer(event.target.value)}
        />
        {failure ? <Banner tone="bad">{failure.message}</Banner> : null}
        <div className="row">
          <Button type="submit" busy={send.isPending && 'Sending...'}>
            Send answer
          </Button>
          <Button look="line" busy={setState.isPending && 'Saving...'} onClick={handleState}>
            {isClosed ? 'Open again' : 'Close ticket'}
          </Button>
        </div>
      </CheckedForm>
      <CannedAnswers written={answer} onInsert={handleInsert} />
    </>
  );
}
