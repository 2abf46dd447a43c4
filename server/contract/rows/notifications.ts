import { AUDIO_CATEGORIES } from '../constants/tracks/tracks.ts';
import { column, defineTable, type RowOf } from './define-table.ts';

export const notifications = defineTable('notifications', {
  area: 'notifications',
  primaryKey: ['id'],
  references: { user_id: 'users' },
  isLogged: true,
  columns: {
    id: column.identity(),
    /** Null means everyone. */
    user_id: column.uuid({ nullable: true }),
    title: column.text({ max: 500 }),
    body: column.text({ max: 20_000 }),
    /** Only for users in this stage; null means everyone. */
    stage: column.oneOf(AUDIO_CATEGORIES, { nullable: true }),
    publish_at: column.now(),
    withdrawn_at: column.timestamp({ nullable: true }),
    /** When the server published a planned notification; null before that, and if it was published at once. */
    announced_at: column.timestamp({ nullable: true }),
    created_at: column.now(),
  },
});
export type Notification = RowOf<typeof notifications>;
