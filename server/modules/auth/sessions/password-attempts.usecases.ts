import { attempt, type Succeed } from '#server/core/limiter.ts';
import { BACKOFFS, type Backoff } from '#server/core/limits.ts';
import { createTryAgainLaterError } from '../auth.errors.ts';
import type { AuthContext } from '../auth-context.ts';

const count = (context: AuthContext, what: string, subject: string, backoff: Backoff) =>
  attempt(context, { what, subject, ...backoff, createError: createTryAgainLaterError });

export type RightPassword = () => Promise<void>;

/**
 * Counts an attempt at the password of this address, with or without an account. A known device has its own
 * attempts, so that an attacker cannot lock out the user.
 */
export async function countPasswordTry(
  context: AuthContext,
  { email, knownDevice }: { email: string; knownDevice: string | undefined },
): Promise<RightPassword> {
  const account = email.toLowerCase();
  if (knownDevice === undefined) {
    const succeed = await count(context, 'password', account, BACKOFFS.password);
    return () => succeed('this-try');
  }
  const subject = `${knownDevice}\n${account}`;
  const succeed = await count(context, 'password-device', subject, BACKOFFS.password);
  return () => succeed('all');
}

/** Source of an attempt at an admin password: one known device, or one network. */
export interface AdminTry {
  readonly address: string;
  readonly knownDevice: string | undefined;
}

/** Position in the password queue. */
export const turnFrom = ({ address, knownDevice }: AdminTry) => ({
  network: address,
  isKnownDevice: knownDevice !== undefined,
});

/** The shared admin password: per network or device, and overall. */
export function countAdminTry(context: AuthContext, from: AdminTry): Promise<Succeed> {
  return countTryAtArea(context, 'admin', from);
}

/**
 * An admin's own password, counted separately from the shared one, so that knowing one does not speed up
 * guessing the other.
 */
export async function countAdminPersonTry(
  context: AuthContext,
  { email, ...from }: AdminTry & { email: string },
): Promise<Succeed> {
  const ofArea = await countTryAtArea(context, 'admin-person', from);
  const subject = `${from.knownDevice ?? ''}\n${email}`;
  const ofAccount = await count(context, 'admin-account', subject, BACKOFFS.password);
  return async (scope) => {
    await ofArea(scope);
    await ofAccount('this-try');
  };
}

/** `this-try` after a correct password, `all` after the complete sign-in: only a known device resets. */
async function countTryAtArea(
  context: AuthContext,
  what: 'admin' | 'admin-person',
  { address, knownDevice }: AdminTry,
): Promise<Succeed> {
  const isKnown = knownDevice !== undefined;
  const own = await count(context, what, knownDevice ?? address, BACKOFFS.adminPassword);
  // Known devices have their own overall limit, so that attackers do not slow down admins.
  const area = isKnown ? 'known' : 'all';
  const all = await count(context, `${what}-overall`, area, BACKOFFS.adminPasswordOverall);
  return async (scope) => {
    if (scope === 'all') {
      if (isKnown) await own('all');
      return;
    }
    await own('this-try');
    await all('this-try');
  };
}

/** Codes, over all networks: six digits could be found by long guessing. */
export async function countCodeTry(context: AuthContext, adminId: string): Promise<RightPassword> {
  const succeed = await count(context, 'admin-code', adminId, BACKOFFS.password);
  return () => succeed('all');
}
