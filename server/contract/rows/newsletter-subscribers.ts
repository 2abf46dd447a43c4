import { LIMITS } from '../constants/limits.ts';
import { column, defineTable, type RowOf } from './define-table.ts';

export const NEWSLETTER_STATES = ['pending', 'confirmed', 'unsubscribed'] as const;

/** Excludes the token's hash, which is never sent. */
export const newsletterSubscribers = defineTable('newsletter_subscribers', {
  area: 'newsletter',
  primaryKey: ['id'],
  pagesMay: 'read',
  uniqueKeys: [['email']],
  columns: {
    id: column.identity(),
    /** Lower case. */
    email: column.text({ max: LIMITS.emailLength }),
    status: column.oneOf(NEWSLETTER_STATES, { default: 'pending' }),
    /** The page or form of the subscription. */
    source: column.text({ nullable: true, max: 100 }),
    /** Version of the consent text. */
    text_version: column.text({ nullable: true, max: 100 }),
    created_at: column.now(),
    confirmed_at: column.timestamp({ nullable: true }),
    unsubscribed_at: column.timestamp({ nullable: true }),
  },
});
export type NewsletterSubscriber = RowOf<typeof newsletterSubscribers>;
