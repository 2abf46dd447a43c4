import type { CentreCode } from '#contract/rows/centre-codes.ts';
import { adminOnly, definePolicy } from '#server/tables/rules.ts';

/** Admins read; endpoints create and end codes, so that none is written to the audit log. */
export const centreCodesPolicy = definePolicy<CentreCode>({
  select: adminOnly,
});
