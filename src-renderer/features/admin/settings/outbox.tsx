import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { API_PATHS } from '#contract/paths.ts';
import { Banner } from '#renderer/components/banner.tsx';
import { SkeletonRows } from '#renderer/components/skeleton.tsx';
import { formatDate } from '#renderer/lib/format.ts';
import { DataTable } from '../shared/data-table.tsx';
import { type ListPage, ListState } from '../shared/list-state.tsx';
import { SidePanel } from '../shared/side-panel.tsx';
import { useAdminCall } from '../shared/use-admin-call.ts';
import { MailTest } from './mail-test.tsx';

interface OutboxEntry {
  readonly name: string;
  readonly sentAt: string;
  readonly to: string;
  readonly subject: string;
}

/** Does mail leave, and the mails that are files because no mail server is set. */
export function Outbox() {
  const [open, setOpen] = useState<OutboxEntry>();
  const call = useAdminCall();
  const query = useQuery({
    queryKey: ['admin', 'outbox'],
    queryFn: async ({ signal }): Promise<ListPage<OutboxEntry>> => {
      const answer = await call(`${API_PATHS.auth}/admin/outbox`, { method: 'GET', signal });
      // Written by our own server.
      const { mails } = (await answer.json()) as { mails: OutboxEntry[] };
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
                {
                  header: 'Subject',
                  cell: (row) => (
                    <button type="button" className="a-open" onClick={() => setOpen(row)}>
                      {row.subject}
                    </button>
                  ),
                },
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
  const call = useAdminCall();
  const query = useQuery({
    queryKey: ['admin', 'outbox', name],
    queryFn: async ({ signal }): Promise<string> => {
      const path = `${API_PATHS.auth}/admin/outbox/${encodeURIComponent(name)}`;
      const answer = await call(path, { method: 'GET', signal });
      // Written by our own server.
      return ((await answer.json()) as { text: string }).text;
    },
  });
  if (query.isPending) return <SkeletonRows rows={2} label="Loading..." />;
  if (query.isError) return <Banner tone="bad">{query.error.message}</Banner>;
  return <p className="a-mail">{query.data}</p>;
}
