import type { NewsletterSubscriber } from '#contract/rows/newsletter-subscribers.ts';

const STATES = {
  pending: { label: 'Waiting', look: 'badge wait' },
  confirmed: { label: 'Confirmed', look: 'badge good' },
  unsubscribed: { label: 'Unsubscribed', look: 'badge' },
} as const;

export function SubscriberState({ status }: Pick<NewsletterSubscriber, 'status'>) {
  const { label, look } = STATES[status];
  return <span className={look}>{label}</span>;
}
