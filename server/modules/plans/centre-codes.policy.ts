import type { CentreCode } from '#contract/rows/centre-codes.ts';
import { adminOnly, definePolicy } from '#server/tables/rules.ts';

/** Admins read; codes are created and ended by endpoints that keep the code out of the audit log. */
export const centreCodesPolicy = definePolicy<CentreCode>({
  select: adminOnly,
});
