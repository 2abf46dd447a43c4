import type { CodeRedemption } from '#contract/rows/centre-codes.ts';
import { always, byRole, definePolicy, ownedBy } from '#server/tables/rules.ts';

/** Users read their own redemptions; only redeeming writes them. */
export const codeRedemptionsPolicy = definePolicy<CodeRedemption>({
  select: byRole({ authenticated: ownedBy('user_id'), service_role: always }),
});
