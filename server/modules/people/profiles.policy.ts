import type { Profile } from '#contract/rows/profiles.ts';
import { adminOnly, definePolicy } from '#server/tables/policy.ts';
import { always, byRole, ownedBy } from '#server/tables/rules.ts';

const hersOrAdmin = byRole<Profile>({
  authenticated: ownedBy('id'),
  service_role: always,
});

/** Her own profile, under her own id; it goes with the account, not by itself. */
export const profilesPolicy = definePolicy<Profile>({
  select: hersOrAdmin,
  insert: hersOrAdmin,
  update: hersOrAdmin,
  delete: adminOnly,
});
