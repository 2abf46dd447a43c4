import { subscriptions } from '#contract/rows/subscriptions.ts';
import { registerTable } from '#server/tables/registry.ts';
import { subscriptionsPolicy } from './subscriptions.policy.ts';

export const subscriptionsTable = registerTable(subscriptions, {
  policy: subscriptionsPolicy,
});
