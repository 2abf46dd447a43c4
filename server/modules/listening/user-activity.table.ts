import type { UserActivity } from '#contract/rows/user-activity.ts';
import { ROWS_PER_PERSON } from '#contract/words/limits.ts';
import { hasConsent } from '#server/modules/privacy/consents.usecases.ts';
import { column, defineTable } from '#server/tables/table-definition.ts';
import { userActivityPolicy } from './user-activity.policy.ts';
import { deletePlays } from './user-activity.repository.ts';

export const userActivityTable = defineTable<UserActivity>({
  name: 'user_activity',
  policy: userActivityPolicy,
  primaryKey: ['id'],
  foreignKeys: [
    {
      constraint: 'user_activity_user_id_fkey',
      column: 'user_id',
      references: { table: 'users', column: 'id' },
    },
    {
      constraint: 'user_activity_content_id_fkey',
      column: 'content_id',
      references: { table: 'audio_content', column: 'id' },
    },
  ],
  insertable: { authenticated: ['user_id', 'content_id', 'action_type'] },
  /** Every play is counted, by a trigger and without a person; the row stays only where she agreed. */
  async afterInsert({ trx, dialect, keys, actor: { userId } }) {
    if (userId === null) return keys;
    if (await hasConsent(trx, dialect, { userId, kind: 'play_log' })) return keys;
    await deletePlays(trx, dialect, keys);
    return [];
  },
  quota: { column: 'user_id', rows: ROWS_PER_PERSON.user_activity },
  columns: {
    id: column.identity(),
    user_id: column.uuid(),
    content_id: column.integer(),
    action_type: column.text(),
    created_at: column.now(),
  },
});
