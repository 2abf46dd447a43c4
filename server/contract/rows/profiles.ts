import { column, defineTable, type JsonObject, type RowOf } from './define-table.ts';

export const profiles = defineTable('profiles', {
  area: 'people',
  primaryKey: ['id'],
  references: { id: 'users' },
  updatedAtColumn: 'updated_at',
  isLogged: true,
  columns: {
    /** The user's id. */
    id: column.uuid(),
    username: column.text({ nullable: true, max: 200 }),
    avatar_url: column.text({ nullable: true, max: 2_000 }),
    /**
     * The user's choices. The server reads only `stage` (PREGNANCY, BIRTHING or POSTBIRTH) and `paused`, which decide
     * the notifications for this user.
     */
    preferences: column.json<JsonObject>({ default: {}, max: 20_000 }),
    created_at: column.now(),
    updated_at: column.now(),
  },
});
export type Profile = RowOf<typeof profiles>;
