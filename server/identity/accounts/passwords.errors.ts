import { AUTH_ERROR } from '#contract/words/error-codes.ts';
import { createAuthError } from '../wire/auth.errors.ts';

/** GoTrue's words for what is wrong with a password. */
export type Weakness = 'length' | 'pwned';

export function describeWeaknesses(
  { AUTH_PASSWORD_LENGTH }: { AUTH_PASSWORD_LENGTH: number },
  reasons: readonly Weakness[],
): string {
  const words: Record<Weakness, string> = {
    length: `Password should be at least ${AUTH_PASSWORD_LENGTH} characters.`,
    pwned: 'Password is known to be weak and easy to guess, please choose a different one.',
  };
  return reasons.map((reason) => words[reason]).join(' ');
}

export const createWeakPasswordError = (
  rule: { AUTH_PASSWORD_LENGTH: number },
  reasons: readonly Weakness[],
) =>
  createAuthError(422, AUTH_ERROR.weakPassword, describeWeaknesses(rule, reasons), {
    extra: { weak_password: { reasons } },
  });

export const createBusyError = (cause: unknown) =>
  createAuthError(
    503,
    AUTH_ERROR.requestTimeout,
    'Too many people are signing in at this moment. Please try again.',
    { headers: { 'Retry-After': '5' }, cause },
  );
