import type { Profile } from '#contract/rows/profiles.ts';
import { column, defineTable } from '#server/tables/table-definition.ts';
import { profilesPolicy } from './profiles.policy.ts';

export const profilesTable = defineTable<Profile>({
  name: 'profiles',
  policy: profilesPolicy,
  primaryKey: ['id'],
  foreignKeys: [
    {
      constraint: 'profiles_id_fkey',
      column: 'id',
      references: { table: 'users', column: 'id' },
    },
  ],
  // Many a client sends its own updated_at along; it is hers to say.
  insertable: { authenticated: ['id', 'username', 'avatar_url', 'preferences', 'updated_at'] },
  updatable: { authenticated: ['id', 'username', 'avatar_url', 'preferences', 'updated_at'] },
  touchedColumn: 'updated_at',
  isLogged: true,
  columns: {
    id: column.uuid(),
    username: column.text({ nullable: true }),
    avatar_url: column.text({ nullable: true }),
    preferences: column.json({ default: {} }),
    created_at: column.now(),
    updated_at: column.now(),
  },
});
