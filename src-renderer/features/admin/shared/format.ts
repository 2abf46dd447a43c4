/** Tags such as `en-US@posix`, which some browsers send, make `Intl` throw. */
const ENGLISH = /^en(-[A-Z]{2})?$/;

/**
 * The owner's locale: the first English one of her browser, since the area is in English. A German browser with
 * "English (US)" as second language shows American dates, one without English shows British dates.
 */
const locale = (): string => navigator.languages.find((tag) => ENGLISH.test(tag)) ?? 'en-GB';

const format = (iso: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(locale(), options).format(new Date(iso));

/** '24 Dec, 18:00' in the owner's time zone; with the year when it is another one: '24 Dec 2025, 18:00'. */
export function formatMoment(iso: string): string {
  const isThisYear = new Date(iso).getFullYear() === new Date().getFullYear();
  return format(iso, {
    day: 'numeric',
    month: 'short',
    ...(isThisYear ? {} : { year: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
  });
}

/** '24 December 2026' in the owner's time zone, of a moment. */
export const formatDay = (iso: string): string =>
  format(iso, { day: 'numeric', month: 'long', year: 'numeric' });

/** '24 December 2026', of a date without a time (a UTC day). */
export const formatDate = (iso: string): string =>
  format(iso, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** '24 Dec', of a UTC day. */
export const formatShortDate = (iso: string): string =>
  format(iso, { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** '1,240'. */
export const formatNumber = (value: number): string => value.toLocaleString(locale());

/** '1 track', '1,240 tracks'. */
export const countOf = (count: number, one: string, several: string): string =>
  `${formatNumber(count)} ${count === 1 ? one : several}`;
