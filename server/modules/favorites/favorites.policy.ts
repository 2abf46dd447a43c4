import type { Favorite } from '#contract/rows/favorites.ts';
import { definePolicy } from '#server/tables/policy.ts';
import { byRole, ownedBy } from '#server/tables/rules.ts';

const hers = byRole<Favorite>({ authenticated: ownedBy('user_id') });

/** Her own hearts; the admin counts them and sees none. There is nothing in one that could be changed. */
export const favoritesPolicy = definePolicy<Favorite>({ select: hers, insert: hers, delete: hers });
