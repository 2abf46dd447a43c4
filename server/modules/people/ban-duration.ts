import { createValidationError } from '#server/modules/auth/auth.errors.ts';

const UNIT_MS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
const DURATION = /^\+?(?:\d+(?:\.\d+)?(?:ms|s|m|h))+$/;
/** A thousand years: the year of a timestamp must have four digits. */
const MAX_MS = 1000 * 365.25 * 24 * 3_600_000;

/**
 * Parses a duration in Go's format, such as `1h30m`. The smallest unit is milliseconds. `none` and `0s` return 0, which
 * ends a ban.
 */
export function parseBanDuration(text: string): number {
  if (text === 'none') return 0;
  if (!DURATION.test(text)) {
    throw createValidationError(`invalid format for ban duration: "${text.slice(0, 40)}"`);
  }
  let total = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)) {
    total += Number(amount) * (UNIT_MS[unit ?? ''] ?? 0);
  }
  return Math.min(Math.round(total), MAX_MS);
}
