import { subscriptions } from '#contract/rows/subscriptions.ts';
import { registerTable } from '#server/tables/registry.ts';
import { adminOnly, ownerOrAdmin } from '#server/tables/rules.ts';

export const subscriptionsTable = registerTable(subscriptions, {
  policy: {
    select: ownerOrAdmin('user_id'),
    insert: adminOnly,
    update: adminOnly,
    delete: adminOnly,
  },
});
