import type { NewsletterSubscriber } from '#contract/rows/newsletter-subscribers.ts';

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

export const CSV_HEADER = toLine(COLUMNS);

/** One line as RFC 4180 has it, with its end. */
export function toCsvLine(row: ListedSubscriber): string {
  return toLine(COLUMNS.map((name) => row[name] ?? ''));
}

function toLine(cells: readonly string[]): string {
  return `${cells.map(toCell).join(',')}\r\n`;
}

/** What anybody may send must not become a formula in the spreadsheet of whoever opens the list. */
function toCell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
