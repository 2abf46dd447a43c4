import type { Subscription } from '#contract/rows/subscriptions.ts';
import { adminOnly, definePolicy } from '#server/tables/policy.ts';
import { always, byRole, ownedBy } from '#server/tables/rules.ts';

/** She sees her own; they are given by the admin. */
export const subscriptionsPolicy = definePolicy<Subscription>({
  select: byRole({ authenticated: ownedBy('user_id'), service_role: always }),
  insert: adminOnly,
  update: adminOnly,
  delete: adminOnly,
});
