import type { z } from 'zod';
import type { AuthSession, passwordGrantSchema, pkceGrantSchema } from '#contract/auth.ts';
import { AUTH_ERROR } from '#contract/error-codes.ts';
import {
  createAuthError,
  createEmailProviderDisabledError,
  createInvalidCredentialsError,
  createPhoneProviderDisabledError,
  createUserBannedError,
  createValidationError,
  WEAK_PASSWORD_MESSAGE,
} from './auth.errors.ts';
import type { AuthContext } from './auth-context.ts';
import { consumeFlow, findFlowByAuthCode } from './flow-states.repository.ts';
import { findWeaknesses, isPasswordOf } from './passwords.ts';
import { isVerifierOf } from './pkce.ts';
import { createSessionAnswer, openSession } from './session-answer.ts';
import { findUserByEmail, findUserById, isBanned } from './users.repository.ts';

const AUTH_CODE_LIFE_MS = 5 * 60 * 1000;

export async function signInWithPassword(
  context: AuthContext,
  input: z.output<typeof passwordGrantSchema>,
): Promise<AuthSession> {
  const { email, phone, password } = input;
  if (email === '') {
    throw phone === ''
      ? createValidationError('missing email or phone')
      : createPhoneProviderDisabledError();
  }
  if (!context.config.AUTH_EMAIL) {
    throw createEmailProviderDisabledError(422, 'Email logins are disabled');
  }
  const user = await findUserByEmail(context.db.kysely, email);
  const isRight = await isPasswordOf(user?.password_hash, password);
  if (!user || !isRight) throw createInvalidCredentialsError();
  if (isBanned(user, context.clock.now())) throw createUserBannedError(400);
  if (user.email_confirmed_at === null) {
    throw createAuthError(400, AUTH_ERROR.emailNotConfirmed, 'Email not confirmed');
  }
  const signedIn = await context.db.transaction((trx) =>
    openSession(context, trx, user, 'password'),
  );
  const reasons = findWeaknesses(password);
  const answer = await createSessionAnswer(context, signedIn);
  return reasons.length === 0
    ? answer
    : { ...answer, weak_password: { message: WEAK_PASSWORD_MESSAGE, reasons } };
}

/** The code from the address bar, shown with the secret that only the browser which asked has. */
export async function exchangeAuthCode(
  context: AuthContext,
  input: z.output<typeof pkceGrantSchema>,
): Promise<AuthSession> {
  const { auth_code: code, code_verifier: verifier } = input;
  if (code === '' || verifier === '') {
    throw createValidationError(
      'invalid request: both auth code and code verifier should be non-empty',
    );
  }
  const now = context.clock.now();
  const signedIn = await context.db.transaction(async (trx) => {
    const flow = await findFlowByAuthCode(trx, code);
    if (!flow) throw createFlowNotFoundError();
    if (now - Date.parse(flow.issued_at ?? flow.created_at) > AUTH_CODE_LIFE_MS) {
      throw createAuthError(
        422,
        AUTH_ERROR.flowStateExpired,
        'invalid flow state, flow state has expired',
      );
    }
    const challenge = {
      challenge: flow.code_challenge,
      method: flow.code_challenge_method === 'plain' ? ('plain' as const) : ('s256' as const),
    };
    if (!isVerifierOf(challenge, verifier)) {
      throw createAuthError(
        400,
        AUTH_ERROR.badCodeVerifier,
        'code challenge does not match previously saved code verifier',
      );
    }
    const user = flow.user_id === null ? undefined : await findUserById(trx, flow.user_id);
    if (!user || !(await consumeFlow(trx, flow.id))) throw createFlowNotFoundError();
    if (isBanned(user, now)) throw createUserBannedError(400);
    return openSession(context, trx, user, flow.auth_type);
  });
  return createSessionAnswer(context, signedIn);
}

const createFlowNotFoundError = () =>
  createAuthError(
    404,
    AUTH_ERROR.flowStateNotFound,
    'invalid flow state, no valid flow state found',
  );
