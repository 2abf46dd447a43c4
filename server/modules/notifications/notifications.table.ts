import type { Notification } from '#contract/rows/notifications.ts';
import { column, defineTable } from '#server/tables/table-definition.ts';
import { notificationsPolicy } from './notifications.policy.ts';

export const notificationsTable = defineTable<Notification>({
  name: 'notifications',
  policy: notificationsPolicy,
  primaryKey: ['id'],
  foreignKeys: [
    {
      constraint: 'notifications_user_id_fkey',
      column: 'user_id',
      references: { table: 'users', column: 'id' },
    },
  ],
  isLogged: true,
  columns: {
    id: column.identity(),
    user_id: column.uuid({ nullable: true }),
    title: column.text(),
    body: column.text(),
    stage: column.text({ nullable: true }),
    publish_at: column.now(),
    withdrawn_at: column.timestamp({ nullable: true }),
    announced_at: column.timestamp({ nullable: true }),
    created_at: column.now(),
  },
});
