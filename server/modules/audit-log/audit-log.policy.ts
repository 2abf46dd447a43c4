import type { AuditEntry } from '#contract/rows/audit-log.ts';
import { adminOnly, definePolicy } from '#server/tables/rules.ts';

/** Admins read; only the engine writes. */
export const auditLogPolicy = definePolicy<AuditEntry>({
  select: adminOnly,
});
