import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type MailDraft,
  type MailTestAnswer,
  mailTestSchema,
} from '#contract/calls/admin/mail-test.ts';
import { explainMailFailure } from '#contract/constants/mail-failures.ts';
import { Button } from '#renderer/components/button.tsx';
import { TextField } from '#renderer/components/forms/field.tsx';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { useAdminBackend } from '../admin-session.ts';
import { AdminForm } from '../shared/admin-form.tsx';
import { useAdminForm } from '../shared/use-admin-form.ts';

/** Sends a test mail, or the draft of a mail, and shows the mail server's answer. */
export function MailTest({ draft, to = '' }: { draft?: MailDraft; to?: string | undefined }) {
  const { call } = useAdminBackend();
  const queryClient = useQueryClient();
  const [answer, setAnswer] = useState<MailTestAnswer>();
  const form = useAdminForm({
    schema: mailTestSchema,
    saved: { to },
    save: async (values) => {
      const input = draft ? { ...values, draft } : values;
      setAnswer(undefined);
      setAnswer(await call('testMail', { input }));
      await queryClient.invalidateQueries({ queryKey: ['admin', 'outbox'] });
      return undefined;
    },
  });
  return (
    <>
      <AdminForm form={form} className="admin-settings" bar={null}>
        <div className="admin-line">
          <TextField
            label="Send a test mail to"
            type="email"
            autoComplete="email"
            required
            {...form.field('to')}
          />
          <Button type="submit" look="soft" busy={form.isSaving && 'Sending...'}>
            Send
          </Button>
        </div>
      </AdminForm>
      {answer ? <Outcome answer={answer} /> : null}
    </>
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
          <code className="admin-said">{answer.file}</code>
        </Banner>
      );
    case 'failed':
      return (
        <Banner tone="bad">
          {explainMailFailure(answer.reason, 'SMTP_URL')}
          <Said code={answer.code} text={answer.text} />
        </Banner>
      );
  }
}

function Said({ code, text }: { code: number | null; text: string }) {
  const words = code === null || text.startsWith(String(code)) ? text : `${code} ${text}`;
  return words === '' ? null : <code className="admin-said">{words}</code>;
}
