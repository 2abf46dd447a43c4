import type { NewsletterSubscriber } from '#contract/rows/newsletter-subscribers.ts';

const STATES = {
  pending: { word: 'waiting', look: 'badge wait' },
  confirmed: { word: 'confirmed', look: 'badge good' },
  unsubscribed: { word: 'left', look: 'badge' },
} as const;

export function SubscriberState({ status }: Pick<NewsletterSubscriber, 'status'>) {
  const { word, look } = STATES[status];
  return <span className={look}>{word}</span>;
}
