import { column, defineTable, type JsonObject } from './define-table.ts';

/** The change log, for admins; listeners get events, see `changes.ts`. */
export const changeLog = defineTable('change_log', {
  area: 'log',
  primaryKey: ['id'],
  pagesMay: 'read',
  columns: {
    id: column.identity(),
    table_name: column.text(),
    type: column.oneOf(['INSERT', 'UPDATE', 'DELETE']),
    row_key: column.json<JsonObject>(),
    record: column.nullableJson<JsonObject>(),
    old_record: column.nullableJson<JsonObject>(),
    committed_at: column.now(),
  },
});
