import { newsletterSubscribers } from '#contract/rows/newsletter-subscribers.ts';
import { registerTable } from '#server/tables/registry.ts';
import { newsletterSubscribersPolicy } from './newsletter-subscribers.policy.ts';

export const newsletterSubscribersTable = registerTable(newsletterSubscribers, {
  policy: newsletterSubscribersPolicy,
});
