import { NotificationEntry } from '#renderer/components/messages/notification-entry.tsx';
import { StageMark, stageOf } from '#renderer/track-parts/stage-mark.tsx';
import { AdminHead } from '../admin-head.tsx';
import { usePermissions } from '../admin-permissions.ts';
import { readPage, readRow } from '../resource/read-page.ts';
import type { Resource } from '../resource/resource.ts';
import { ResourcePage } from '../resource/resource-page.tsx';
import { ConfirmButton } from '../shared/confirm-button.tsx';
import { formatDay } from '../shared/format.ts';
import { useAdminAction } from '../shared/use-admin-action.ts';
import { isScheduled, SENT_COLUMNS, type SentNotification } from './sent-notification.ts';
import { WriteNotification } from './write-notification.tsx';
import './notifications-admin.css';

/** Notifications to everyone; answers to tickets are listed with the tickets. */
const notificationsResource: Resource<SentNotification> = {
  name: 'notifications',
  caption: 'Notifications',
  label: ['notification', 'notifications'],
  area: 'notifications',
  keyOf: ({ id }) => id,
  title: { header: 'Title', of: ({ title }) => title, sortBy: 'title' },
  columns: [
    { header: 'To', showFrom: 'wide', cell: ({ stage }) => <Audience stage={stage} /> },
    {
      header: 'From',
      sortBy: 'publish_at',
      showFrom: 'medium',
      cell: ({ publish_at }) => formatDay(publish_at),
    },
    {
      header: 'Seen',
      showFrom: 'wide',
      cell: ({ notification_reads: [reads] }) => (
        <span className="tabular-numbers">{reads?.count ?? 0} seen</span>
      ),
    },
    { header: 'State', cell: (row) => <SentState sent={row} /> },
    { header: 'Withdraw', cell: (row) => <Withdraw sent={row} /> },
  ],
  filters: {},
  defaultSort: { by: 'publish_at', isDescending: true },
  perPage: 20,
  empty: () => ({
    title: 'Nothing was sent yet',
    text: 'Your text appears at once on every open page.',
  }),
  read: (wanted, { tables }, signal) =>
    readPage(
      tables.from('notifications').select(SENT_COLUMNS, { count: 'exact' }).is('user_id', null),
      wanted,
      signal,
    ),
  detail: {
    param: 'notification',
    read: (id, { tables }, signal) =>
      readRow(tables.from('notifications').select(SENT_COLUMNS), id, signal),
    panel: (sent, onDone) => <OpenNotification sent={sent} onDone={onDone} />,
  },
  add: {
    label: 'New notification',
    form: (onDone) => <WriteNotification onDone={() => onDone()} />,
  },
  refreshOn: ['notifications'],
  // No change event reports that a notification was read.
  refetchMs: 15_000,
};

export function NotificationsTab() {
  return (
    <>
      <AdminHead
        title="Notifications"
        text="In-app messages to everyone or one stage. No email is sent."
      />
      <ResourcePage resource={notificationsResource} />
    </>
  );
}

/** An editor for roles with write access; withdrawn notifications are read-only. */
function OpenNotification({ sent, onDone }: { sent: SentNotification; onDone: () => void }) {
  const mayCorrect = usePermissions()('write notifications');
  if (mayCorrect && !sent.withdrawn_at) return <WriteNotification sent={sent} onDone={onDone} />;
  const { title, body, publish_at } = sent;
  return <NotificationEntry title={title} body={body} publishedAt={publish_at} isNew={false} />;
}

function Withdraw({ sent: { id, title, withdrawn_at } }: { sent: SentNotification }) {
  const withdraw = useAdminAction(
    'notifications',
    ({ tables }) =>
      tables
        .from('notifications')
        .update({ withdrawn_at: new Date().toISOString() })
        .eq('id', id)
        .throwOnError(),
    { done: 'Withdrawn', failed: 'Nothing was changed' },
  );
  const mayWithdraw = usePermissions()('write notifications');
  if (withdrawn_at || !mayWithdraw) return null;
  return (
    <ConfirmButton
      label="Withdraw"
      name={`Withdraw ${title}`}
      look="line"
      small
      isDestructive
      title="Withdraw this notification?"
      onConfirm={() => withdraw.mutate()}
    >
      <p>“{title}” disappears from every list, also for users who have seen it.</p>
    </ConfirmButton>
  );
}

function Audience({ stage }: Pick<SentNotification, 'stage'>) {
  return stage ? <StageMark stage={stageOf(stage)} /> : <span>Everybody</span>;
}

function SentState({ sent }: { sent: SentNotification }) {
  if (sent.withdrawn_at) return <span className="badge">Withdrawn</span>;
  if (isScheduled(sent)) return <span className="badge wait">Scheduled</span>;
  return <span className="badge good">Published</span>;
}
