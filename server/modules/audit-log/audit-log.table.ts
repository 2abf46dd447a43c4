import { auditLog } from '#contract/rows/audit-log.ts';
import { registerTable } from '#server/tables/registry.ts';
import { auditLogPolicy } from './audit-log.policy.ts';

export const auditLogTable = registerTable(auditLog, {
  policy: auditLogPolicy,
});
