import { profiles } from '#contract/rows/profiles.ts';
import { registerTable } from '#server/tables/registry.ts';
import { adminOnly, ownerOrAdmin } from '#server/tables/rules.ts';

/** Users cannot delete their profile without their account. */
export const profilesTable = registerTable(profiles, {
  policy: {
    select: ownerOrAdmin('id'),
    insert: ownerOrAdmin('id'),
    update: ownerOrAdmin('id'),
    delete: adminOnly,
  },
  // `updated_at` is allowed because many clients send it.
  insertable: { authenticated: ['id', 'username', 'avatar_url', 'preferences', 'updated_at'] },
  updatable: { authenticated: ['id', 'username', 'avatar_url', 'preferences', 'updated_at'] },
});
