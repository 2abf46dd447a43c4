import type { z } from 'zod';
import type { AuthSession, passwordGrantSchema } from '#contract/calls/auth.ts';
import { AUTH_ERROR } from '#contract/words/error-codes.ts';
import { isForeignHash } from '#server/identity/accounts/given-hash.ts';
import { describeWeaknesses } from '#server/identity/accounts/passwords.errors.ts';
import { findWeaknesses, hashPassword, isPasswordOf } from '#server/identity/accounts/passwords.ts';
import {
  findUserByEmail,
  isBanned,
  replaceHash,
} from '#server/identity/accounts/users.repository.ts';
import type { AuthContext } from '#server/identity/auth-context.ts';
import { createSessionAnswer, openSession } from '#server/identity/sessions/session-answer.ts';
import {
  createAuthError,
  createPhoneProviderDisabledError,
  createUserBannedError,
  createValidationError,
} from '#server/identity/wire/auth.errors.ts';
import { countPasswordTry } from './password-tries.usecases.ts';
import {
  createEmailProviderDisabledError,
  createInvalidCredentialsError,
} from './sign-in.errors.ts';

export async function signInWithPassword(
  context: AuthContext,
  input: z.output<typeof passwordGrantSchema>,
  /** The device that asks, when this person is known on it. */
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
      : createPhoneProviderDisabledError();
  }
  if (!context.config.AUTH_EMAIL) {
    throw createEmailProviderDisabledError(422, 'Email logins are disabled');
  }
  const user = await findUserByEmail(context.db.kysely, email);
  const knownDevice = user && findDevice(user.id);
  const succeed = await countPasswordTry(context, { email, knownDevice });
  const isRight = await isPasswordOf(user?.password_hash, password);
  if (!user || !isRight) throw createInvalidCredentialsError();
  await succeed();
  if (isBanned(user, context.clock.now())) throw createUserBannedError(400);
  if (user.email_confirmed_at === null) {
    throw createAuthError(400, AUTH_ERROR.emailNotConfirmed, 'Email not confirmed');
  }
  const { password_hash: stored } = user;
  const isForeign = stored !== null && isForeignHash(stored);
  const own = isForeign ? await hashPassword(password) : undefined;
  const signedIn = await context.db.transaction(async (trx) => {
    if (own !== undefined) await replaceHash(trx, user.id, { from: stored, to: own });
    return openSession(context, trx, user, 'password');
  });
  const reasons = findWeaknesses(context.config, password);
  const answer = await createSessionAnswer(context, signedIn);
  return reasons.length === 0
    ? answer
    : {
        ...answer,
        weak_password: { message: describeWeaknesses(context.config, reasons), reasons },
      };
}
