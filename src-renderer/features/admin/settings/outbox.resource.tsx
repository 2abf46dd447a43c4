import type { OutboxEntry } from '#contract/calls/admin/outbox.ts';
import { LoadFailure } from '#renderer/components/messages/load-failure.tsx';
import { SkeletonRows } from '#renderer/components/skeleton.tsx';
import type { Resource } from '../resource/resource.ts';
import { formatMoment } from '../shared/format.ts';
import { useAdminQuery } from '../shared/use-admin-query.ts';
import { MailTest } from './mail-test.tsx';

/**
 * The state of outgoing mail, and the mails stored as files because no mail server is configured.
 */
export const outboxResource: Resource<OutboxEntry> = {
  name: 'outbox',
  caption: 'Outbox',
  label: ['mail', 'mails'],
  area: 'outbox',
  keyOf: ({ name }) => name,
  title: { header: 'Subject', of: ({ subject }) => subject },
  columns: [
    { header: 'To', showFrom: 'medium', cell: ({ to }) => to },
    { header: 'Written', showFrom: 'wide', cell: ({ sentAt }) => formatMoment(sentAt) },
  ],
  filters: {},
  defaultSort: { by: 'sentAt', isDescending: true },
  empty: () => ({ title: 'The outbox is empty' }),
  async read({ page, perPage }, { call }, signal) {
    const { mails } = await call('getOutbox', { signal });
    return { rows: mails.slice(page * perPage, (page + 1) * perPage), total: mails.length };
  },
  Notice: OutboxNotice,
  detail: {
    param: 'mail',
    async read(name, { call }, signal) {
      const { mails } = await call('getOutbox', { signal });
      return mails.find((mail) => mail.name === name) ?? null;
    },
    panel: ({ name }) => <MailText name={name} />,
    isReadOnly: true,
  },
};

function OutboxNotice() {
  return (
    <>
      <p className="small quiet">
        Without a mail server, mails are kept here as files. With SMTP_URL set, they are sent.
      </p>
      <MailTest />
    </>
  );
}

function MailText({ name }: { name: string }) {
  const query = useAdminQuery(
    ['outbox', 'text', name],
    async ({ call }, { signal }) =>
      (await call('getOutboxMail', { params: { name }, signal })).text,
  );
  if (query.isPending) return <SkeletonRows rows={2} />;
  if (query.isLoadingError) return <LoadFailure query={query} text={query.error.message} />;
  return (
    <p className="admin-mail" dir="auto">
      {query.data}
    </p>
  );
}
