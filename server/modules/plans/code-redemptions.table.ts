import { codeRedemptions } from '#contract/rows/centre-codes.ts';
import { registerTable } from '#server/tables/registry.ts';
import { ownerOrAdmin } from '#server/tables/rules.ts';

/** Users read their own redemptions; only redeeming writes them. */
export const codeRedemptionsTable = registerTable(codeRedemptions, {
  policy: { select: ownerOrAdmin('user_id') },
});
