import type { Subscription } from '#contract/subscriptions.ts';
import { formatDate } from '#renderer/lib/format.ts';
import { AdminHead } from '../admin-head.tsx';
import { AdminTable, useAdminRows } from '../admin-table.tsx';

export function SubscriptionsTab() {
  const query = useAdminRows<Subscription>('subscriptions', 'updated_at');
  return (
    <>
      <AdminHead title="Subscriptions" />
      <AdminTable
        caption="Subscriptions"
        query={query}
        keyOf={({ id }) => id}
        columns={[
          { header: 'Person', cell: ({ user_id }) => <code>{user_id}</code> },
          { header: 'Plan', cell: ({ plan_type }) => plan_type },
          {
            header: 'Status',
            cell: ({ status }) => (
              <span className={status === 'active' ? 'badge premium' : 'badge'}>{status}</span>
            ),
          },
          { header: 'Since', cell: ({ start_date }) => formatDate(start_date) },
          {
            header: 'Expires',
            cell: ({ end_date }) => (end_date ? formatDate(end_date) : 'Never'),
          },
        ]}
      />
    </>
  );
}
