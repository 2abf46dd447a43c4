import { type Favorite, favorites } from '#contract/rows/favorites.ts';
import { audioContentPolicy } from '#server/modules/tracks/audio-content.policy.ts';
import { registerTable } from '#server/tables/registry.ts';
import { ownedBy } from '#server/tables/rules.ts';

const own = ownedBy<Favorite>('user_id');

/** Users access their own favorites; admins only get counts. Rows cannot be updated. */
export const favoritesTable = registerTable(favorites, {
  policy: { select: own, insert: own, delete: own },
  visibleParents: { content_id: audioContentPolicy.select },
  insertable: { authenticated: ['user_id', 'content_id'] },
});
