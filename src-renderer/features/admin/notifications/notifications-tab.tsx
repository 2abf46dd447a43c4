import type { Notification } from '#contract/notifications.ts';
import { formatDate } from '#renderer/lib/format.ts';
import { AdminHead } from '../admin-head.tsx';
import { AdminTable, useAdminRows } from '../admin-table.tsx';

export function NotificationsTab() {
  const query = useAdminRows<Notification>('notifications', 'publish_at');
  return (
    <>
      <AdminHead title="Notifications" />
      <AdminTable
        caption="Notifications"
        query={query}
        keyOf={({ id }) => id}
        columns={[
          { header: 'Title', cell: ({ title }) => title },
          {
            header: 'For',
            cell: ({ user_id, stage }) => (user_id ? 'One person' : (stage ?? 'Everybody')),
          },
          { header: 'From', cell: ({ publish_at }) => formatDate(publish_at) },
          {
            header: 'State',
            cell: ({ withdrawn_at }) => (
              <span className={withdrawn_at ? 'badge' : 'badge good'}>
                {withdrawn_at ? 'Withdrawn' : 'Published'}
              </span>
            ),
          },
        ]}
      />
    </>
  );
}
