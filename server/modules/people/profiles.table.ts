import { type Profile, profiles } from '#contract/rows/profiles.ts';
import { registerTable } from '#server/tables/registry.ts';
import { adminOnly, always, byRole, ownedBy } from '#server/tables/rules.ts';

const ownerOrAdmin = byRole<Profile>({
  authenticated: ownedBy('id'),
  service_role: always,
});

/** Users access their own profile; it is deleted only with the account. */
export const profilesTable = registerTable(profiles, {
  policy: {
    select: ownerOrAdmin,
    insert: ownerOrAdmin,
    update: ownerOrAdmin,
    delete: adminOnly,
  },
  // Many clients send `updated_at`.
  insertable: { authenticated: ['id', 'username', 'avatar_url', 'preferences', 'updated_at'] },
  updatable: { authenticated: ['id', 'username', 'avatar_url', 'preferences', 'updated_at'] },
});
