import type { FormEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { Button } from '#renderer/components/button.tsx';
import { CheckedForm } from '#renderer/components/forms/checked-form.tsx';
import { TextAreaField, TextField } from '#renderer/components/forms/field.tsx';
import { Link } from '#renderer/components/link.tsx';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { toast } from '#renderer/components/messages/toast.ts';
import { readForm } from '#renderer/lib/form-values.ts';
import { useHydrated } from '#renderer/lib/hooks/use-hydrated.ts';
import { useUnsentText } from '#renderer/lib/hooks/use-unsent-text.ts';
import { useUser } from '#renderer/lib/session.ts';
import { hasStoredSession } from '#renderer/lib/stored-session.ts';
import { useSubmitTicket } from './use-submit-ticket.ts';

export function TicketForm() {
  const navigate = useNavigate();
  const user = useUser();
  // Served pages show the signed-out state, so hydration must start with it.
  const isHydrated = useHydrated();
  const mayBeSignedIn = isHydrated && hasStoredSession();
  const isSignedOut = user === null || (user === undefined && !mayBeSignedIn);
  // Returns here after signing in.
  const { pathname, search } = useLocation();
  const returnState = { next: pathname + search };
  const ticket = useSubmitTicket();
  const unsent = useUnsentText('ticket');

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    ticket.mutate(readForm(event.currentTarget, ['subject', 'message']), {
      onSuccess: () => {
        toast.success('Support ticket submitted successfully');
        unsent.clear();
        void navigate('/profile');
      },
      onError: () => toast.error('Failed to submit support ticket'),
    });
  };

  return (
    <CheckedForm ref={unsent.form} method="post" className="stack" onSubmit={handleSubmit}>
      {isSignedOut ? (
        <div className={isHydrated ? undefined : 'if-unknown'}>
          <Banner tone="notice">
            You need an account for a ticket, so that we can answer you.{' '}
            <Link to="/login" state={returnState}>
              Sign in
            </Link>{' '}
            or{' '}
            <Link to="/signup" state={returnState}>
              create one
            </Link>
            , or write to the email address on this page.
          </Banner>
        </div>
      ) : null}
      <TextField label="Subject" name="subject" placeholder="What can we help you with?" required />
      <TextAreaField
        label="Message"
        name="message"
        placeholder="Please describe your issue in detail. Include any error messages and steps you've already tried."
        rows={5}
        required
      />
      {ticket.isError ? <Banner tone="bad">{explain(ticket.error)}</Banner> : null}
      <Button type="submit" block busy={ticket.isPending && 'Submitting...'}>
        Submit Support Ticket
      </Button>
    </CheckedForm>
  );
}

function explain({ message }: Error): string {
  return message === 'No user found'
    ? 'No user found. Sign in first; what you wrote stays here.'
    : 'Your ticket was not sent and is still here. Check your connection and try again.';
}
