import type { Profile } from '#contract/rows/profiles.ts';
import { adminOnly, always, byRole, definePolicy, ownedBy } from '#server/tables/rules.ts';

const ownerOrAdmin = byRole<Profile>({
  authenticated: ownedBy('id'),
  service_role: always,
});

/** Users access their own profile; it is deleted only with the account. */
export const profilesPolicy = definePolicy<Profile>({
  select: ownerOrAdmin,
  insert: ownerOrAdmin,
  update: ownerOrAdmin,
  delete: adminOnly,
});
