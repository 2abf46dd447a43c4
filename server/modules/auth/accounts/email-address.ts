import { z } from 'zod';
import { LIMITS } from '#contract/constants/limits.ts';
import { createValidationError } from '../auth.errors.ts';

/** The expression of HTML and of GoTrue; it runs in linear time. */
const EMAIL = z.regexes.html5Email;

export function isEmailAddress(text: string): boolean {
  return text.length <= LIMITS.emailLength && EMAIL.test(text);
}

/** The normalised address, for storage and comparison. */
export function parseEmailAddress(text: string): string {
  if (text.length > LIMITS.emailLength) {
    throw createValidationError('An email address is too long');
  }
  if (!EMAIL.test(text)) {
    throw createValidationError('Unable to validate email address: invalid format');
  }
  return text.toLowerCase();
}
