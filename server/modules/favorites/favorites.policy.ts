import type { Favorite } from '#contract/rows/favorites.ts';
import { byRole, definePolicy, ownedBy } from '#server/tables/rules.ts';

const own = byRole<Favorite>({ authenticated: ownedBy('user_id') });

/** Users access their own favorites; admins only get counts. Rows cannot be updated. */
export const favoritesPolicy = definePolicy<Favorite>({ select: own, insert: own, delete: own });
