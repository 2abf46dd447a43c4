import type { Subscription } from '#contract/rows/subscriptions.ts';
import { adminOnly, always, byRole, definePolicy, ownedBy } from '#server/tables/rules.ts';

/** Users read their own; only admins write. */
export const subscriptionsPolicy = definePolicy<Subscription>({
  select: byRole({ authenticated: ownedBy('user_id'), service_role: always }),
  insert: adminOnly,
  update: adminOnly,
  delete: adminOnly,
});
