import type { NewsletterSubscriber } from '#contract/rows/newsletter-subscribers.ts';
import { adminOnly, definePolicy } from '#server/tables/policy.ts';

/**
 * The admin reads the list. Joining and leaving go through their own routes, so that no row can say
 * that somebody confirmed who did not.
 */
export const newsletterSubscribersPolicy = definePolicy<NewsletterSubscriber>({
  select: adminOnly,
});
