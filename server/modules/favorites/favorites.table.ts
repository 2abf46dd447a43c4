import { favorites } from '#contract/rows/favorites.ts';
import { audioContentPolicy } from '#server/modules/tracks/audio-content.policy.ts';
import { registerTable } from '#server/tables/registry.ts';
import { favoritesPolicy } from './favorites.policy.ts';

export const favoritesTable = registerTable(favorites, {
  policy: favoritesPolicy,
  visibleParents: { content_id: audioContentPolicy.select },
  insertable: { authenticated: ['user_id', 'content_id'] },
});
