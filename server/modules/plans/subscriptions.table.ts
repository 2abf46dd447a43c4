import type { Subscription } from '#contract/rows/subscriptions.ts';
import { column, defineTable } from '#server/tables/table-definition.ts';
import { subscriptionsPolicy } from './subscriptions.policy.ts';

export const subscriptionsTable = defineTable<Subscription>({
  name: 'subscriptions',
  policy: subscriptionsPolicy,
  primaryKey: ['id'],
  uniqueKeys: [{ constraint: 'subscriptions_user_id_key', columns: ['user_id'] }],
  foreignKeys: [
    {
      constraint: 'subscriptions_user_id_fkey',
      column: 'user_id',
      references: { table: 'users', column: 'id' },
    },
  ],
  touchedColumn: 'updated_at',
  isLogged: true,
  columns: {
    id: column.identity(),
    user_id: column.uuid(),
    plan_type: column.text(),
    status: column.text({ default: 'active' }),
    start_date: column.now(),
    end_date: column.timestamp({ nullable: true }),
    created_at: column.now(),
    updated_at: column.now(),
  },
});
