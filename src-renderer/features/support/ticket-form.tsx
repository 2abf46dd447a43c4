import { type FormEvent, useState } from 'react';
import { Banner } from '#renderer/components/banner.tsx';
import { Button } from '#renderer/components/button.tsx';
import { CheckedForm } from '#renderer/components/checked-form.tsx';
import { TextAreaField, TextField } from '#renderer/components/field.tsx';
import { toast } from '#renderer/components/toast.ts';
import { Link, useNavigate } from '#renderer/lib/router.tsx';
import { useUser } from '#renderer/lib/session.ts';
import { hasStoredSession } from '#renderer/lib/stored-session.ts';
import { useAlive } from '#renderer/lib/use-alive.ts';
import { useWayBack } from '#renderer/lib/use-way-back.ts';
import { useSubmitTicket } from './use-submit-ticket.ts';

export function TicketForm() {
  const navigate = useNavigate();
  const user = useUser();
  // The served page is that of somebody who has not signed in; most who read it have not.
  const isAlive = useAlive();
  const mayBeKnown = isAlive && hasStoredSession();
  const isSignedOut = user === null || (user === undefined && !mayBeKnown);
  const wayBack = useWayBack();
  const ticket = useSubmitTicket();
  const [subject, setSubject] = useState('');
  const [message, setMessage] = useState('');

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    ticket.mutate(
      { subject, message },
      {
        onSuccess: () => {
          toast.success('Support ticket submitted successfully');
          void navigate('/profile');
        },
        onError: () => toast.error('Failed to submit support ticket'),
      },
    );
  };

  return (
    <CheckedForm method="post" className="stack" onSubmit={handleSubmit}>
      {isSignedOut ? (
        <div className={isAlive ? undefined : 'for-strangers'}>
          <Banner tone="notice">
            A ticket needs an account, so that the answer finds you.{' '}
            <Link to="/login" state={wayBack}>
              Sign in
            </Link>{' '}
            or{' '}
            <Link to="/signup" state={wayBack}>
              create one
            </Link>
            ; without one, the e-mail address on this page reaches us just as well.
          </Banner>
        </div>
      ) : null}
      <TextField
        label="Subject"
        name="subject"
        placeholder="What can we help you with?"
        required
        value={subject}
        onChange={(event) => setSubject(event.target.value)}
      />
      <TextAreaField
        label="Message"
        name="message"
        placeholder="Please describe your issue in detail. Include any error messages and steps you've already tried."
        rows={5}
        required
        value={message}
        onChange={(event) => setMessage(event.target.value)}
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
    ? 'No user found. Sign in first; what you wrote stays here until you leave the page.'
    : 'It was not sent. What you wrote is still here: check the connection and press the button again.';
}
