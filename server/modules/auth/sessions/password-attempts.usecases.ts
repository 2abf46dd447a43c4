import { attempt, type Succeed } from '#server/core/limiter.ts';
import { BACKOFFS, type Backoff } from '#server/core/limits.ts';
import type { RequestOrigin } from '../accounts/passwords.ts';
import { createTryAgainLaterError } from '../auth.errors.ts';
import type { AuthContext } from '../auth-context.ts';

const count = (context: AuthContext, what: string, subject: string, backoff: Backoff) =>
  attempt(context, { what, subject, ...backoff, createError: createTryAgainLaterError });

/** Call after a success. */
export type OnSuccess = () => Promise<void>;

/**
 * Counts an attempt at a password, whether or not the address has an account. A known device has its own count, so
 * that an attacker cannot lock out the user.
 */
export async function countPasswordAttempt(
  context: AuthContext,
  { email, knownDevice }: { email: string; knownDevice: string | undefined },
): Promise<OnSuccess> {
  const account = email.toLowerCase();
  if (knownDevice === undefined) {
    const succeed = await count(context, 'password', account, BACKOFFS.password);
    return () => succeed('this-try');
  }
  const subject = `${knownDevice}\n${account}`;
  const succeed = await count(context, 'password-device', subject, BACKOFFS.password);
  return () => succeed('all');
}

/**
 * Counts an attempt at an admin's own password, separately from the shared one: a success with one must not refund
 * attempts at the other.
 */
export async function countAdminPersonAttempt(
  context: AuthContext,
  email: string,
  from: RequestOrigin,
): Promise<Succeed> {
  const ofArea = await countAdminAttempt(context, from, 'admin-person');
  const subject = `${from.knownDevice ?? ''}\n${email}`;
  const ofAccount = await count(context, 'admin-account', subject, BACKOFFS.password);
  return async (scope) => {
    await ofArea(scope);
    await ofAccount('this-try');
  };
}

/**
 * Report `this-try` after a correct password, and `all` after a complete sign-in, which clears a known device's count.
 */
export async function countAdminAttempt(
  context: AuthContext,
  { network, knownDevice }: RequestOrigin,
  what: 'admin' | 'admin-person' = 'admin',
): Promise<Succeed> {
  const isKnown = knownDevice !== undefined;
  const single = await count(context, what, knownDevice ?? network, BACKOFFS.adminPassword);
  // Known devices have their own overall limit, so that attackers do not slow down admins.
  const group = isKnown ? 'known' : 'all';
  const overall = await count(context, `${what}-overall`, group, BACKOFFS.adminPasswordOverall);
  return async (scope) => {
    if (scope === 'all') {
      if (isKnown) await single('all');
      return;
    }
    await single('this-try');
    await overall('this-try');
  };
}

/** Counts attempts at second-factor codes over all networks, because six digits can be guessed. */
export async function countFactorAttempt(
  context: AuthContext,
  adminId: string,
): Promise<OnSuccess> {
  const succeed = await count(context, 'admin-code', adminId, BACKOFFS.password);
  return () => succeed('all');
}
