import {
  type MailDraft,
  type MailTestResponse,
  mailTestSchema,
} from '#contract/calls/admin/mail-test.ts';
import { explainMailFailure } from '#contract/constants/mail-failures.ts';
import { Button } from '#renderer/components/button.tsx';
import { TextField } from '#renderer/components/forms/field.tsx';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { AdminForm } from '../shared/admin-form.tsx';
import { useAdminCall } from '../shared/use-admin-action.ts';
import { useAdminForm } from '../shared/use-admin-form.ts';

/** Sends a test mail or an unsaved mail text, and shows the mail server's reply. */
export function MailTest({ draft, to = '' }: { draft?: MailDraft; to?: string | undefined }) {
  const send = useAdminCall('outbox', 'testMail');
  const form = useAdminForm({
    schema: mailTestSchema,
    saved: { to },
    save: async (values) => {
      await send.mutateAsync({ input: draft ? { ...values, draft } : values });
    },
  });
  return (
    <>
      <AdminForm form={form} className="admin-settings" hasOwnButton>
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
      {send.data ? <Outcome answer={send.data} /> : null}
    </>
  );
}

function Outcome({ answer }: { answer: MailTestResponse }) {
  switch (answer.outcome) {
    case 'accepted':
      return (
        <Banner tone="good">
          The mail server accepted it. Check the mailbox, including its spam folder.
          <ServerReply code={answer.code} text={answer.text} />
        </Banner>
      );
    case 'written':
      return (
        <Banner tone="notice">
          There is no mail server, so the mail is a file in the outbox. Set SMTP_URL to send mails.
          <code className="admin-reply">{answer.file}</code>
        </Banner>
      );
    case 'failed':
      return (
        <Banner tone="bad">
          {explainMailFailure(answer.reason, 'SMTP_URL')}
          <ServerReply code={answer.code} text={answer.text} />
        </Banner>
      );
  }
}

function ServerReply({ code, text }: { code: number | null; text: string }) {
  const reply = code === null || text.startsWith(String(code)) ? text : `${code} ${text}`;
  return reply === '' ? null : <code className="admin-reply">{reply}</code>;
}
