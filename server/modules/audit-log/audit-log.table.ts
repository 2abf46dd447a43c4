import { auditLog } from '#contract/rows/audit-log.ts';
import { registerTable } from '#server/tables/registry.ts';
import { adminOnly } from '#server/tables/rules.ts';

/** Admins read; only the server writes. */
export const auditLogTable = registerTable(auditLog, { policy: { select: adminOnly } });
