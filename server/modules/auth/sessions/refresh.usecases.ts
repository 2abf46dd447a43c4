import type { AuthSession } from '#contract/calls/auth.ts';
import { AUTH_ERROR } from '#contract/constants/error-codes.ts';
import type { Executor } from '#db/schema/database.ts';
import type { AppError } from '#server/core/errors.ts';
import { findUserById, isBanned } from '../accounts/accounts.repository.ts';
import { createAuthError, createUserBannedError, createValidationError } from '../auth.errors.ts';
import type { AuthContext } from '../auth-context.ts';
import { judgeRefresh, readRefreshToken } from '../tokens/refresh-token.ts';
import { createSessionAnswer, type SignedIn } from './session-answer.ts';
import { createSessions, type SessionRow } from './sessions.repository.ts';

/** Limit of attempts while concurrent refreshes of the same session win. */
const MAX_ATTEMPTS = 5;

export async function refreshSession(context: AuthContext, token: string): Promise<AuthSession> {
  const reading = readRefreshToken(context.keys.refreshTokens, token);
  if (reading.kind === 'implausible') throw createValidationError('Refresh token is not valid');
  if (reading.kind === 'unknown') throw createNotFoundError();
  // Thrown after the commit: ending a replayed session must not be rolled back.
  const outcome = await context.db.transaction((trx) =>
    rotate(context, trx, reading.sessionId, reading.counter),
  );
  if ('refusal' in outcome) throw outcome.refusal;
  return createSessionAnswer(context, outcome);
}

async function rotate(
  context: AuthContext,
  trx: Executor,
  sessionId: string,
  counter: number,
): Promise<SignedIn | { refusal: AppError }> {
  const sessions = createSessions(trx, context.clock);
  const now = context.clock.now();
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
    const session = await sessions.find(sessionId);
    const user = session && (await findUserById(trx, session.user_id));
    if (!session || !user) return { refusal: createNotFoundError() };
    if (isBanned(user, now)) return { refusal: createUserBannedError(400) };
    if (session.expires_at <= now) return { refusal: createExpiredError() };
    const verdict = judgeRefresh(stateOf(session), counter, now);
    if (verdict === 'repeat') return { user, session };
    if (verdict === 'replay') {
      await sessions.end(session.id);
      return { refusal: createAlreadyUsedError() };
    }
    const advanced = await sessions.advance(session, {
      counter: counter + 1,
      device: context.device ?? session.device,
    });
    if (advanced) return { user, session: advanced };
    // A concurrent refresh won. On retry, our token is the parent of the new one: a `repeat`.
  }
  return { refusal: createConflictError() };
}

function stateOf({ refresh_counter, refreshed_at }: SessionRow) {
  return {
    counter: refresh_counter,
    refreshedAt: refreshed_at === null ? null : Date.parse(refreshed_at),
  };
}

const createNotFoundError = () =>
  createAuthError(
    400,
    AUTH_ERROR.refreshTokenNotFound,
    'Invalid Refresh Token: Refresh Token Not Found',
  );

const createAlreadyUsedError = () =>
  createAuthError(400, AUTH_ERROR.refreshTokenAlreadyUsed, 'Invalid Refresh Token: Already Used');

const createExpiredError = () =>
  createAuthError(
    400,
    AUTH_ERROR.sessionExpired,
    'Invalid Refresh Token: Session Expired (Inactivity)',
  );

const createConflictError = () =>
  createAuthError(409, AUTH_ERROR.conflict, 'Too many concurrent token refresh requests');
