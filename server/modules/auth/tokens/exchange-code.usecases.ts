import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { AuthSession, pkceGrantSchema } from '#contract/calls/auth.ts';
import { lockUser } from '#server/core/actors/lock-user.repository.ts';
import { isSameSecret } from '#server/core/config/secrets.ts';
import { createRefusal, createUserBannedError, createValidationError } from '../auth.errors.ts';
import type { AuthContext } from '../auth-context.ts';
import { createSessionResponse, openSession } from '../sessions/session-response.ts';
import { isBanned } from '../sessions/sessions.repository.ts';
import { consumeFlow, findFlowByAuthCode } from './flow-states.repository.ts';

const AUTH_CODE_LIFE_MS = 5 * 60 * 1000;

/** Exchanges the redirect's code for a session. Requires the verifier, which only the requesting browser has. */
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
    if (!flow) throw createRefusal('flowStateNotFound');
    if (now - Date.parse(flow.issued_at ?? flow.created_at) > AUTH_CODE_LIFE_MS) {
      throw createRefusal('flowStateExpired');
    }
    const isPlain = flow.code_challenge_method === 'plain';
    const derived = isPlain ? verifier : createHash('sha256').update(verifier).digest('base64url');
    if (!isSameSecret(derived, flow.code_challenge)) {
      throw createRefusal('badCodeVerifier');
    }
    // Locked first, because a deletion or a new password locks the user before it deletes flows and sessions.
    const user =
      flow.user_id === null ? undefined : await lockUser(trx, context.db.sql, flow.user_id);
    if (!user || !(await consumeFlow(trx, flow.id))) throw createRefusal('flowStateNotFound');
    if (isBanned(user, now)) throw createUserBannedError(400);
    return openSession(context, trx, user, flow.auth_type);
  });
  return createSessionResponse(context, signedIn);
}
