import type { CodeRedemption } from '#contract/rows/centre-codes.ts';
import { definePolicy } from '#server/tables/policy.ts';
import { always, byRole, ownedBy } from '#server/tables/rules.ts';

/** She sees which she has redeemed; only the redeeming itself writes one. */
export const codeRedemptionsPolicy = definePolicy<CodeRedemption>({
  select: byRole({ authenticated: ownedBy('user_id'), service_role: always }),
});
