import type { Favorite } from '#contract/favorites.ts';
import { adminOnly, definePolicy } from '#server/tables/policy.ts';
import { always, byRole, ownedBy } from '#server/tables/rules.ts';

const hersOrAdmin = byRole<Favorite>({
  authenticated: ownedBy('user_id'),
  service_role: always,
});

/** Her own hearts. There is nothing in one that could be changed. */
export const favoritesPolicy = definePolicy<Favorite>({
  select: hersOrAdmin,
  insert: hersOrAdmin,
  update: adminOnly,
  delete: hersOrAdmin,
});
