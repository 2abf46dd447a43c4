import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OutboxEntry } from '#contract/calls/outbox.ts';
import { Banner } from '#renderer/components/banner.tsx';
import { SkeletonRows } from '#renderer/components/skeleton.tsx';
import { formatDate } from '#renderer/lib/format.ts';
import { useAdminBackend } from '../admin-session.ts';
import { DataTable } from '../shared/data-table.tsx';
import { type ListPage, ListState } from '../shared/list-state.tsx';
import { openColumn } from '../shared/open-column.tsx';
import { SidePanel } from '../shared/side-panel.tsx';
import { MailTest } from './mail-test.tsx';

/** Does mail leave, and the mails that are files because no mail server is set. */
export function Outbox() {
  const [open, setOpen] = useState<OutboxEntry>();
  const { call } = useAdminBackend();
  const query = useQuery({
    queryKey: ['admin', 'outbox'],
    queryFn: async ({ signal }): Promise<ListPage<OutboxEntry>> => {
      const { mails } = await call('getOutbox', { signal });
      return { rows: mails, total: mails.length };
    },
  });
  return (
    <div className="a-split">
      <div className="stack">
        <MailTest />
        <ListState
          query={query}
          emptyTitle="The outbox is empty"
          emptyText="With a mail server set, mails go out and are not kept here."
        >
          {({ rows }) => (
            <DataTable
              caption="Outbox"
              rows={rows}
              keyOf={({ name }) => name}
              openKey={open?.name}
              columns={[
                openColumn<OutboxEntry>('Subject', (row) => row.subject, setOpen),
                { header: 'To', cell: ({ to }) => to },
                { header: 'Written', cell: ({ sentAt }) => formatDate(sentAt) },
              ]}
            />
          )}
        </ListState>
      </div>
      {open ? (
        <SidePanel key={open.name} title={open.subject} onClose={() => setOpen(undefined)}>
          <MailText name={open.name} />
        </SidePanel>
      ) : null}
    </div>
  );
}

function MailText({ name }: { name: string }) {
  const { call } = useAdminBackend();
  const query = useQuery({
    queryKey: ['admin', 'outbox', name],
    queryFn: async ({ signal }) => (await call('getOutboxMail', { params: { name }, signal })).text,
  });
  if (query.isPending) return <SkeletonRows rows={2} label="Loading..." />;
  if (query.isError) return <Banner tone="bad">{query.error.message}</Banner>;
  return <p className="a-mail">{query.data}</p>;
}
