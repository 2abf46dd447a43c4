import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { MailFailure, MailTestAnswer } from '#contract/calls/mail-test.ts';
import { Banner } from '#renderer/components/banner.tsx';
import { Button } from '#renderer/components/button.tsx';
import { CheckedForm } from '#renderer/components/checked-form.tsx';
import { TextField } from '#renderer/components/field.tsx';
import { useAdminBackend } from '../admin-session.ts';

const WHY: Readonly<Record<MailFailure, string>> = {
  refused: 'The mail server refused the mail. Look at the address, and at MAIL_FROM.',
  sign_in: 'The mail server does not take this user name and password. Look at SMTP_URL.',
  unreachable: 'Nobody answers there. Look at host and port in SMTP_URL, and at the firewall.',
  tls: 'No safe connection came about. Port 465 wants smtps://, port 587 smtp://; or the certificate of the mail server is not valid.',
  slow: 'The mail server took too long. Look at the port in SMTP_URL, and at the firewall.',
  other: 'The mail did not leave.',
};

/** Does a mail leave? Tried at once, with what the mail server said. */
export function MailTest() {
  const [to, setTo] = useState('');
  const { call } = useAdminBackend();
  const queryClient = useQueryClient();
  const test = useMutation({
    mutationFn: () => call('testMail', { input: { to: to.trim() } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['admin', 'outbox'] }),
  });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    test.mutate();
  };
  return (
    <CheckedForm className="a-settings stack" onSubmit={handleSubmit}>
      <div className="a-line">
        <TextField
          label="Send a test mail to"
          type="email"
          autoComplete="email"
          required
          value={to}
          onChange={(event) => setTo(event.target.value)}
        />
        <Button type="submit" look="soft" busy={test.isPending && 'Sending...'}>
          Send
        </Button>
      </div>
      {test.isError ? <Banner tone="bad">{test.error.message}</Banner> : null}
      {test.isSuccess ? <Outcome answer={test.data} /> : null}
    </CheckedForm>
  );
}

function Outcome({ answer }: { answer: MailTestAnswer }) {
  switch (answer.outcome) {
    case 'accepted':
      return (
        <Banner tone="good">
          The mail server took it. Now look into the mailbox, and into its spam.
          <Said code={answer.code} text={answer.text} />
        </Banner>
      );
    case 'written':
      return (
        <Banner tone="notice">
          There is no mail server, so the mail is a file in the outbox. With SMTP_URL set, mails go
          out.
          <code className="a-said">{answer.file}</code>
        </Banner>
      );
    case 'failed':
      return (
        <Banner tone="bad">
          {WHY[answer.reason]}
          <Said code={answer.code} text={answer.text} />
        </Banner>
      );
  }
}

function Said({ code, text }: { code: number | null; text: string }) {
  const words = code === null || text.startsWith(String(code)) ? text : `${code} ${text}`;
  return words === '' ? null : <code className="a-said">{words}</code>;
}
