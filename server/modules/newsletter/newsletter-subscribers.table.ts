import type { NewsletterSubscriber } from '#contract/rows/newsletter-subscribers.ts';
import { column, defineTable } from '#server/tables/table-definition.ts';
import { newsletterSubscribersPolicy } from './newsletter-subscribers.policy.ts';

export const newsletterSubscribersTable = defineTable<NewsletterSubscriber>({
  name: 'newsletter_subscribers',
  policy: newsletterSubscribersPolicy,
  primaryKey: ['id'],
  uniqueKeys: [{ constraint: 'newsletter_subscribers_email_key', columns: ['email'] }],
  columns: {
    id: column.identity(),
    email: column.text(),
    status: column.text({ default: 'pending' }),
    source: column.text({ nullable: true }),
    text_version: column.text({ nullable: true }),
    created_at: column.now(),
    confirmed_at: column.timestamp({ nullable: true }),
    unsubscribed_at: column.timestamp({ nullable: true }),
  },
});
