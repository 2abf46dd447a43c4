import { AUTH_LIMITS } from '#contract/calls/auth.ts';
import { createValidationError } from '../auth.errors.ts';

// GoTrue's expression; it runs in linear time.
const LABEL = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?';
const EMAIL = new RegExp(`^[a-zA-Z0-9.!#$%&'*+/=?^_\`{|}~-]+@${LABEL}(?:\\.${LABEL})*$`);

export function isEmailAddress(text: string): boolean {
  return text.length <= AUTH_LIMITS.emailMaxLength && EMAIL.test(text);
}

/** The normalised address, for storage and comparison. */
export function parseEmailAddress(text: string): string {
  if (text.length > AUTH_LIMITS.emailMaxLength) {
    throw createValidationError('An email address is too long');
  }
  if (!EMAIL.test(text)) {
    throw createValidationError('Unable to validate email address: invalid format');
  }
  return text.toLowerCase();
}
