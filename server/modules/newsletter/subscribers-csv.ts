import type { NewsletterSubscriber } from '#contract/rows/newsletter-subscribers.ts';
import { toCsvLine } from '#contract/words/csv.ts';

/** A subscriber with the address that a newsletter to her names in `List-Unsubscribe`. */
export type ListedSubscriber = Omit<NewsletterSubscriber, 'id'> & { list_unsubscribe: string };

const COLUMNS = [
  'email',
  'status',
  'created_at',
  'source',
  'text_version',
  'confirmed_at',
  'unsubscribed_at',
  'list_unsubscribe',
] as const satisfies readonly (keyof ListedSubscriber)[];

export const SUBSCRIBERS_HEADER = toCsvLine(COLUMNS);

export function toSubscriberLine(row: ListedSubscriber): string {
  return toCsvLine(COLUMNS.map((name) => row[name] ?? ''));
}
