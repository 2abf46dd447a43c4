/** Tags such as `en-US@posix`, which some browsers send, make `Intl` throw. */
const ENGLISH = /^en(-[A-Z]{2})?$/;

/**
 * The browser's first English locale, because the admin area is in English. A German browser with
 * "English (US)" as its second language gets American dates; a browser without English gets British ones.
 */
const locale = (): string => navigator.languages.find((tag) => ENGLISH.test(tag)) ?? 'en-GB';

const format = (iso: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(locale(), options).format(new Date(iso));

/** '24 Dec, 18:00' in the admin's time zone; with the year unless it is the current one. */
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

/** A timestamp as '24 December 2026' in the admin's time zone. */
export const formatDay = (iso: string): string =>
  format(iso, { day: 'numeric', month: 'long', year: 'numeric' });

/** A date without a time (a UTC day) as '24 December 2026'. */
export const formatDate = (iso: string): string =>
  format(iso, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** A UTC day as '24 Dec'. */
export const formatShortDate = (iso: string): string =>
  format(iso, { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** 'monthly' → 'Monthly' */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** '1,240'. */
export const formatNumber = (value: number): string => value.toLocaleString(locale());

/** '1 track', '1,240 tracks'. */
export const formatCount = (count: number, one: string, several: string): string =>
  `${formatNumber(count)} ${count === 1 ? one : several}`;

/** 512 → '1 KB', 3,400,000 → '3.4 MB'. */
export function formatBytes(bytes: number): string {
  if (bytes < 1e6) return `${Math.max(1, Math.round(bytes / 1e3))} KB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
