import { column, defineTable, type JsonObject, type RowOf } from './define-table.ts';

export const auditLog = defineTable('audit_log', {
  area: 'log',
  primaryKey: ['id'],
  pagesMay: 'read',
  columns: {
    id: column.identity(),
    actor: column.text({ max: 200 }),
    action: column.text({ max: 100 }),
    table_name: column.text({ max: 100 }),
    row_id: column.text({ max: 1_000 }),
    before: column.nullableJson<JsonObject>(),
    after: column.nullableJson<JsonObject>(),
    created_at: column.now(),
  },
});
export type AuditEntry = RowOf<typeof auditLog>;
