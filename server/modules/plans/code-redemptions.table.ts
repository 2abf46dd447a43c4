import { codeRedemptions } from '#contract/rows/centre-codes.ts';
import { registerTable } from '#server/tables/registry.ts';
import { always, byRole, ownedBy } from '#server/tables/rules.ts';

/** Users read their own redemptions; only redeeming writes them. */
export const codeRedemptionsTable = registerTable(codeRedemptions, {
  policy: { select: byRole({ authenticated: ownedBy('user_id'), service_role: always }) },
});
