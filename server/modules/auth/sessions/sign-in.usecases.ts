import type { z } from 'zod';
import type { AuthSession, passwordGrantSchema } from '#contract/calls/auth.ts';
import { AUTH_ERROR } from '#contract/constants/error-codes.ts';
import { lockUser } from '#server/core/actors/lock-user.repository.ts';
import { isoNow } from '#server/core/clock.ts';
import { findUserByEmail, updateUser } from '../accounts/accounts.repository.ts';
import { foreignSchemes } from '../accounts/hash-schemes.ts';
import { checkPassword, findWeaknesses, hashPassword } from '../accounts/passwords.ts';
import {
  createAuthError,
  createEmailProviderDisabledError,
  createInvalidCredentialsError,
  createRefusal,
  createUserBannedError,
  createValidationError,
  describeWeaknesses,
} from '../auth.errors.ts';
import type { AuthContext } from '../auth-context.ts';
import { countPasswordAttempt } from './password-attempts.usecases.ts';
import { createSessionResponse, openSession } from './session-response.ts';
import { isBanned } from './sessions.repository.ts';

export async function signInWithPassword(
  context: AuthContext,
  input: z.output<typeof passwordGrantSchema>,
  /** The requesting device, if known for this user. */
  findDevice: (userId: string) => string | undefined,
): Promise<AuthSession> {
  const { email, phone, password } = input;
  if (email !== '' && phone !== '') {
    throw createValidationError(
      'Only an email address or phone number should be provided on login.',
    );
  }
  if (email === '') {
    throw phone === ''
      ? createValidationError('missing email or phone')
      : createRefusal('phoneProviderDisabled');
  }
  if (!context.config.AUTH_EMAIL) {
    throw createEmailProviderDisabledError(422, 'Email logins are disabled');
  }
  const user = await findUserByEmail(context.db.kysely, email);
  const knownDevice = user && findDevice(user.id);
  const succeed = await countPasswordAttempt(context, { email, knownDevice });
  const { isMatch, isCurrent } = await checkPassword(user?.password_hash, password, {
    origin: { network: context.network, knownDevice },
    schemes: await foreignSchemes(context),
  });
  if (!user || !isMatch) throw createInvalidCredentialsError();
  await succeed();
  if (isBanned(user, context.clock.now())) throw createUserBannedError(400);
  if (user.email_confirmed_at === null) {
    throw createAuthError(400, AUTH_ERROR.emailNotConfirmed, 'Email not confirmed');
  }
  const { password_hash: stored } = user;
  const own = isCurrent ? undefined : await hashPassword(password);
  const signedIn = await context.db.transaction(async (trx) => {
    // Locked, because a change of the password ends only the sessions that it finds.
    const current = await lockUser(trx, context.db.sql, user.id);
    if (current?.password_hash !== stored) return undefined;
    if (own !== undefined) {
      await updateUser(trx, user.id, { password_hash: own, updated_at: isoNow(context.clock) });
    }
    return openSession(context, trx, user, 'password');
  });
  // The password was changed or the account deleted during the check.
  if (!signedIn) return signInWithPassword(context, input, findDevice);
  const reasons = findWeaknesses(context.config, password);
  const answer = await createSessionResponse(context, signedIn);
  return reasons.length === 0
    ? answer
    : {
        ...answer,
        weak_password: { message: describeWeaknesses(context.config, reasons), reasons },
      };
}
