import type { NewsletterSubscriber } from '#contract/newsletter-subscribers.ts';
import { adminOnly, definePolicy } from '#server/tables/policy.ts';

/** Only the admin; joining and leaving go through their own routes. */
export const newsletterSubscribersPolicy = definePolicy<NewsletterSubscriber>({
  select: adminOnly,
  update: adminOnly,
  delete: adminOnly,
});
