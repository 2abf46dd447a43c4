import { column, defineTable, type RowOf } from './define-table.ts';

export const subscriptions = defineTable('subscriptions', {
  area: 'plans',
  primaryKey: ['id'],
  uniqueKeys: [['user_id']],
  references: { user_id: 'users' },
  updatedAtColumn: 'updated_at',
  isLogged: true,
  columns: {
    id: column.identity(),
    user_id: column.uuid(),
    plan_type: column.text({ max: 100 }),
    /** `active` while it runs; any other value means that it has ended. */
    status: column.text({ default: 'active', max: 100 }),
    start_date: column.now(),
    /** Null for lifetime access. */
    end_date: column.timestamp({ nullable: true }),
    created_at: column.now(),
    updated_at: column.now(),
  },
});
export type Subscription = RowOf<typeof subscriptions>;
