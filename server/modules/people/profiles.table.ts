import { type Profile, profiles } from '#contract/rows/profiles.ts';
import { registerTable } from '#server/tables/registry.ts';
import { adminOnly, always, byRole, ownedBy } from '#server/tables/rules.ts';

const ownerOrAdmin = byRole<Profile>({
  authenticated: ownedBy('id'),
  service_role: always,
});

/** Users cannot delete their profile without their account. */
export const profilesTable = registerTable(profiles, {
  policy: {
    select: ownerOrAdmin,
    insert: ownerOrAdmin,
    update: ownerOrAdmin,
    delete: adminOnly,
  },
  // `updated_at` is allowed because many clients send it.
  insertable: { authenticated: ['id', 'username', 'avatar_url', 'preferences', 'updated_at'] },
  updatable: { authenticated: ['id', 'username', 'avatar_url', 'preferences', 'updated_at'] },
});
