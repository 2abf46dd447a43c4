import { clearCount, counterKey, giveBack } from '#server/core/counters.repository.ts';
import { ensureMayTry, type WaitRules } from '#server/core/growing-wait.ts';
import type { AuthContext } from '#server/identity/auth-context.ts';
import { createTryAgainLaterError } from './sign-in.errors.ts';

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Over a day, from wherever they come: some hundred guesses at one account, then no more. */
const AT_ONE_ACCOUNT: WaitRules = {
  freeTries: 10,
  longestWaitMs: 15 * MINUTE_MS,
  forgottenAfterMs: DAY_MS,
  createError: createTryAgainLaterError,
};

const AT_THE_ADMIN_FROM_ONE_ADDRESS: WaitRules = {
  freeTries: 3,
  longestWaitMs: 15 * MINUTE_MS,
  forgottenAfterMs: DAY_MS,
  createError: createTryAgainLaterError,
};
/** A short wait, since it is everybody's: some thousand guesses in a day, however many addresses there are. */
const AT_THE_ADMIN_FROM_ALL: WaitRules = {
  freeTries: 30,
  longestWaitMs: MINUTE_MS,
  forgottenAfterMs: DAY_MS,
  createError: createTryAgainLaterError,
};

/** What to do when the password was right. */
export type RightPassword = () => Promise<void>;

/**
 * Counts one try at the password of this address, whether there is such an account or not. A device she
 * has signed in on has tries of its own: whoever guesses elsewhere makes others wait, never her.
 */
export async function countPasswordTry(
  context: AuthContext,
  { email, knownDevice }: { email: string; knownDevice: string | undefined },
): Promise<RightPassword> {
  const { config, db } = context;
  const { kysely } = db;
  const account = email.toLowerCase();
  if (knownDevice !== undefined) {
    const key = counterKey(config, 'password-device', `${knownDevice}\n${account}`);
    await ensureMayTry(context, key, AT_ONE_ACCOUNT);
    return () => clearCount(kysely, key);
  }
  const key = counterKey(config, 'password', account);
  await ensureMayTry(context, key, AT_ONE_ACCOUNT);
  // Only this one is taken off: her own sign-in must not give a guesser a fresh start.
  return () => giveBack(kysely, key);
}

/** The same for the admin's password, which has no address: per network address and for all of them together. */
export async function countAdminTry(
  context: AuthContext,
  { address, knownDevice }: { address: string; knownDevice: string | undefined },
): Promise<RightPassword> {
  const { kysely } = context.db;
  const key = counterKey(context.config, 'admin', knownDevice ?? address);
  await ensureMayTry(context, key, AT_THE_ADMIN_FROM_ONE_ADDRESS);
  if (knownDevice !== undefined) return () => clearCount(kysely, key);
  await ensureMayTry(context, 'admin', AT_THE_ADMIN_FROM_ALL);
  return async () => {
    await clearCount(kysely, key);
    await giveBack(kysely, 'admin');
  };
}

/** At an admin's own password: what the password of the area is guarded by, and what an account is. */
export async function countAdminPersonTry(
  context: AuthContext,
  { email, ...from }: { email: string; address: string; knownDevice: string | undefined },
): Promise<RightPassword> {
  const ofAddress = await countAdminTry(context, from);
  const account = counterKey(context.config, 'admin-person', `${from.knownDevice ?? ''}\n${email}`);
  await ensureMayTry(context, account, AT_ONE_ACCOUNT);
  return async () => {
    await ofAddress();
    await giveBack(context.db.kysely, account);
  };
}

/** At the code after it, from wherever: six digits would be found by who may try for long. */
export async function countCodeTry(context: AuthContext, adminId: string): Promise<RightPassword> {
  const key = counterKey(context.config, 'admin-code', adminId);
  await ensureMayTry(context, key, AT_ONE_ACCOUNT);
  return () => clearCount(context.db.kysely, key);
}
