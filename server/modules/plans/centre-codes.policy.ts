import type { CentreCode } from '#contract/rows/centre-codes.ts';
import { adminOnly, definePolicy } from '#server/tables/policy.ts';

/** The admin reads them; they are made and ended by endpoints, so that no code stands in the audit log. */
export const centreCodesPolicy = definePolicy<CentreCode>({
  select: adminOnly,
});
