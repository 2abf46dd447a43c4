import { profiles } from '#contract/rows/profiles.ts';
import { registerTable } from '#server/tables/registry.ts';
import { profilesPolicy } from './profiles.policy.ts';

export const profilesTable = registerTable(profiles, {
  policy: profilesPolicy,
  // Many clients send `updated_at`.
  insertable: { authenticated: ['id', 'username', 'avatar_url', 'preferences', 'updated_at'] },
  updatable: { authenticated: ['id', 'username', 'avatar_url', 'preferences', 'updated_at'] },
});
