import { column, defineTable, type RowOf } from './define-table.ts';

export const favorites = defineTable('favorites', {
  area: 'people',
  primaryKey: ['user_id', 'content_id'],
  pagesMay: 'insert',
  references: { user_id: 'users', content_id: 'audio_content' },
  isLogged: true,
  isAnnounced: true,
  columns: {
    user_id: column.uuid(),
    content_id: column.integer(),
    created_at: column.now(),
  },
});
export type Favorite = RowOf<typeof favorites>;
