import { newsletterSubscribers } from '#contract/rows/newsletter-subscribers.ts';
import { registerTable } from '#server/tables/registry.ts';
import { adminOnly } from '#server/tables/rules.ts';

/**
 * Admins read the list. Joining and leaving have their own routes, so that no row can claim a confirmation that
 * did not happen.
 */
export const newsletterSubscribersTable = registerTable(newsletterSubscribers, {
  policy: { select: adminOnly },
});
