import { subscriptions } from '#contract/rows/subscriptions.ts';
import { registerTable } from '#server/tables/registry.ts';
import { adminOnly, always, byRole, ownedBy } from '#server/tables/rules.ts';

export const subscriptionsTable = registerTable(subscriptions, {
  policy: {
    select: byRole({ authenticated: ownedBy('user_id'), service_role: always }),
    insert: adminOnly,
    update: adminOnly,
    delete: adminOnly,
  },
});
