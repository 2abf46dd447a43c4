import { subscriptions } from '#contract/rows/subscriptions.ts';
import { registerTable } from '#server/tables/table-definition.ts';
import { subscriptionsPolicy } from './subscriptions.policy.ts';

export const subscriptionsTable = registerTable(subscriptions, {
  policy: subscriptionsPolicy,
});
