import type { NewsletterSubscriber } from '#contract/rows/newsletter-subscribers.ts';
import { adminOnly, definePolicy } from '#server/tables/rules.ts';

/**
 * Admins read the list. Joining and leaving have their own routes, so that no row can claim a confirmation that
 * did not happen.
 */
export const newsletterSubscribersPolicy = definePolicy<NewsletterSubscriber>({
  select: adminOnly,
});
