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
     * The user's choices. The server reads two: `stage` (PREGNANCY, BIRTHING or POSTBIRTH) and `paused` decide
     * which notifications they get.
     */
    preferences: column.json<JsonObject>({ default: {}, max: 20_000 }),
    created_at: column.now(),
    updated_at: column.now(),
  },
});
export type Profile = RowOf<typeof profiles>;
