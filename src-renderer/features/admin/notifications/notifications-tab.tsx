import { useState } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { toast } from '#renderer/components/toast.ts';
import { formatDate } from '#renderer/lib/format.ts';
import { StageMark, stageOf } from '#renderer/track-parts/stage-mark.tsx';
import { AdminHead } from '../admin-head.tsx';
import { ConfirmDialog } from '../shared/confirm-dialog.tsx';
import { PagedTable } from '../shared/paged-table.tsx';
import { SidePanel } from '../shared/side-panel.tsx';
import { useAdminChanges } from '../shared/use-admin-changes.ts';
import {
  NOTIFICATIONS_PER_PAGE,
  type SentNotification,
  useBroadcasts,
  useWithdrawNotification,
} from './notifications-query.ts';
import { WriteNotification } from './write-notification.tsx';
import './notifications-admin.css';

export function NotificationsTab() {
  const [page, setPage] = useState(0);
  const [isWriting, setWriting] = useState(false);
  const [asked, setAsked] = useState<SentNotification>();
  const query = useBroadcasts(page);
  const withdraw = useWithdrawNotification();
  useAdminChanges(['notifications'], ['notifications']);

  return (
    <>
      <AdminHead
        title="Notifications"
        text="Words to everybody or to one stage, in the app and without a mail."
      >
        <Button onClick={() => setWriting(true)}>Write one</Button>
      </AdminHead>
      <div className="a-split">
        <div className="stack">
          <PagedTable
            query={query}
            emptyTitle="Nothing was sent yet"
            emptyText="What you write appears at once on every open page."
            caption="Notifications"
            keyOf={({ id }) => id}
            columns={[
              { header: 'Title', cell: ({ title }) => <strong>{title}</strong> },
              { header: 'To', cell: ({ stage }) => <Audience stage={stage} /> },
              { header: 'From', cell: ({ publish_at }) => formatDate(publish_at) },
              {
                header: 'Seen',
                cell: ({ seen }) => <span className="num">{seen} seen</span>,
              },
              { header: 'State', cell: (row) => <SentState sent={row} /> },
              {
                header: 'Withdraw',
                cell: (row) =>
                  row.withdrawn_at ? null : (
                    <Button
                      small
                      look="line"
                      aria-label={`Withdraw ${row.title}`}
                      onClick={() => setAsked(row)}
                    >
                      Withdraw
                    </Button>
                  ),
              },
            ]}
            page={page}
            perPage={NOTIFICATIONS_PER_PAGE}
            what={['notification', 'notifications']}
            onPage={setPage}
          />
        </div>
        {isWriting ? (
          <SidePanel title="Write a notification" onClose={() => setWriting(false)}>
            <WriteNotification onDone={() => setWriting(false)} />
          </SidePanel>
        ) : null}
      </div>
      {asked ? (
        <ConfirmDialog
          title="Withdraw this notification?"
          action="Withdraw"
          isGrave
          onCancel={() => setAsked(undefined)}
          onConfirm={() => {
            setAsked(undefined);
            withdraw.mutate(asked.id, {
              onSuccess: () => toast.success('Withdrawn'),
              onError: ({ message }) => toast.error('Nothing was changed', message),
            });
          }}
        >
          <p>“{asked.title}” leaves every list at once, also of those who have seen it.</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}

function Audience({ stage }: Pick<SentNotification, 'stage'>) {
  return stage ? <StageMark stage={stageOf(stage)} /> : <span>Everybody</span>;
}

function SentState({ sent }: { sent: SentNotification }) {
  if (sent.withdrawn_at) return <span className="badge">Withdrawn</span>;
  const isWaiting = sent.announced_at === null && sent.publish_at > sent.created_at;
  if (isWaiting) return <span className="badge wait">Scheduled</span>;
  return <span className="badge good">Published</span>;
}
