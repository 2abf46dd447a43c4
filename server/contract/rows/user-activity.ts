import { ROWS_PER_PERSON } from '../constants/limits.ts';
import { column, defineTable, type RowOf } from './define-table.ts';

export const userActivity = defineTable('user_activity', {
  area: 'people',
  primaryKey: ['id'],
  pagesMay: 'insert',
  references: { user_id: 'users', content_id: 'audio_content' },
  quota: { column: 'user_id', rows: ROWS_PER_PERSON.user_activity },
  columns: {
    id: column.identity(),
    user_id: column.uuid(),
    content_id: column.integer(),
    action_type: column.oneOf(['play'], { max: 100 }),
    created_at: column.now(),
  },
});
export type UserActivity = RowOf<typeof userActivity>;
