import type { AuditEntry } from '#contract/rows/audit-log.ts';
import { column, defineTable } from '#server/tables/table-definition.ts';
import { auditLogPolicy } from './audit-log.policy.ts';

export const auditLogTable = defineTable<AuditEntry>({
  name: 'audit_log',
  policy: auditLogPolicy,
  primaryKey: ['id'],
  columns: {
    id: column.identity(),
    actor: column.text(),
    action: column.text(),
    table_name: column.text(),
    row_id: column.text(),
    before: column.json({ nullable: true }),
    after: column.json({ nullable: true }),
    created_at: column.now(),
  },
});
