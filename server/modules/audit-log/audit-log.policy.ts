import type { AuditEntry } from '#contract/rows/audit-log.ts';
import { adminOnly, definePolicy } from '#server/tables/policy.ts';

/** The admin reads it; the engine alone writes it. */
export const auditLogPolicy = definePolicy<AuditEntry>({
  select: adminOnly,
});
