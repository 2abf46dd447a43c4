import type { Favorite } from '#contract/rows/favorites.ts';
import { column, defineTable } from '#server/tables/table-definition.ts';
import { favoritesPolicy } from './favorites.policy.ts';

export const favoritesTable = defineTable<Favorite>({
  name: 'favorites',
  policy: favoritesPolicy,
  primaryKey: ['user_id', 'content_id'],
  foreignKeys: [
    {
      constraint: 'favorites_user_id_fkey',
      column: 'user_id',
      references: { table: 'users', column: 'id' },
    },
    {
      constraint: 'favorites_content_id_fkey',
      column: 'content_id',
      references: { table: 'audio_content', column: 'id' },
    },
  ],
  insertable: { authenticated: ['user_id', 'content_id'] },
  isLogged: true,
  isAnnounced: true,
  columns: {
    user_id: column.uuid(),
    content_id: column.integer(),
    created_at: column.now(),
  },
});
