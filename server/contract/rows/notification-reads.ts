import { column, defineTable } from './define-table.ts';

export const notificationReads = defineTable('notification_reads', {
  area: 'notifications',
  primaryKey: ['notification_id', 'user_id'],
  pagesMay: 'insert',
  references: { notification_id: 'notifications', user_id: 'users' },
  columns: {
    notification_id: column.integer(),
    user_id: column.uuid(),
    read_at: column.now(),
  },
});
