import { auditLog } from '#contract/rows/audit-log.ts';
import { registerTable } from '#server/tables/table-definition.ts';
import { auditLogPolicy } from './audit-log.policy.ts';

export const auditLogTable = registerTable(auditLog, {
  policy: auditLogPolicy,
});
