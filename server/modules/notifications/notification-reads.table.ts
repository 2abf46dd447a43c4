import type { NotificationRead } from '#contract/rows/notification-reads.ts';
import { column, defineTable } from '#server/tables/table-definition.ts';
import { notificationReadsPolicy } from './notification-reads.policy.ts';
import { notificationsPolicy } from './notifications.policy.ts';

export const notificationReadsTable = defineTable<NotificationRead>({
  name: 'notification_reads',
  policy: notificationReadsPolicy,
  primaryKey: ['notification_id', 'user_id'],
  foreignKeys: [
    {
      constraint: 'notification_reads_notification_id_fkey',
      column: 'notification_id',
      references: { table: 'notifications', column: 'id' },
      visibleTo: notificationsPolicy.select,
    },
    {
      constraint: 'notification_reads_user_id_fkey',
      column: 'user_id',
      references: { table: 'users', column: 'id' },
    },
  ],
  columns: {
    notification_id: column.integer(),
    user_id: column.uuid(),
    read_at: column.now(),
  },
});
