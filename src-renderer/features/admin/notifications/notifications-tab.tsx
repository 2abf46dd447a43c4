import { NotificationEntry } from '#renderer/components/messages/notification-entry.tsx';
import { StageMark, stageOf } from '#renderer/track-parts/stage-mark.tsx';
import { AdminHead } from '../admin-head.tsx';
import { useMay } from '../admin-may.ts';
import type { AdminBackend } from '../admin-session.ts';
import { readOne, readPage } from '../resource/read-page.ts';
import type { Resource } from '../resource/resource.ts';
import { ResourcePage } from '../resource/resource-page.tsx';
import { ConfirmButton } from '../shared/confirm-button.tsx';
import { formatDay } from '../shared/format.ts';
import { useAdminAction } from '../shared/use-admin-action.ts';
import { isScheduled, type SentNotification } from './notifications-query.ts';
import { WriteNotification } from './write-notification.tsx';
import './notifications-admin.css';

/** Notifications to everyone; answers to tickets are listed with the tickets. */
const notificationsResource: Resource<SentNotification, Record<never, string>> = {
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
      cell: ({ seen }) => <span className="tabular-numbers">{seen} seen</span>,
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
  async read(wanted, { tables }, signal) {
    const query = tables.from('notifications').select('*', { count: 'exact' }).is('user_id', null);
    const { rows, total } = await readPage(query, wanted, signal);
    const counted = rows.map(async (one) => ({
      ...one,
      seen: await countSeen(one, tables, signal),
    }));
    return { rows: await Promise.all(counted), total };
  },
  detail: {
    param: 'notification',
    async read(id, { tables }, signal) {
      const one = tables.from('notifications').select('*').eq('id', Number(id));
      const sent = await readOne(one, signal);
      return sent && { ...sent, seen: await countSeen(sent, tables, signal) };
    },
    panel: (sent, onDone) => <OpenNotification sent={sent} onDone={onDone} />,
    gone: 'This notification is no longer there.',
  },
  add: {
    label: 'New notification',
    form: (onDone) => <WriteNotification onDone={() => onDone()} />,
  },
  refreshOn: ['notifications'],
  // The change log does not cover views of notifications.
  refetchMs: 15_000,
};

async function countSeen(
  { id }: { readonly id: number },
  tables: AdminBackend['tables'],
  signal: AbortSignal,
): Promise<number> {
  const { count } = await tables
    .from('notification_reads')
    .select('*', { count: 'exact', head: true })
    .eq('notification_id', id)
    .abortSignal(signal)
    .throwOnError();
  return count ?? 0;
}

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
  const mayCorrect = useMay()('write notifications');
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
  const mayWithdraw = useMay()('write notifications');
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
      <p>“{title}” leaves every list at once, also of those who have seen it.</p>
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
