import type { AuthSession } from '#contract/calls/auth.ts';
import { lockUser } from '#server/core/actors/lock-user.repository.ts';
import type { AppError } from '#server/core/errors.ts';
import { createRefusal, createUserBannedError, createValidationError } from '../auth.errors.ts';
import type { AuthContext } from '../auth-context.ts';
import { classifyRefresh, readRefreshToken } from '../tokens/refresh-token.ts';
import { createSessionResponse, type SignedIn } from './session-response.ts';
import { createSessions, isBanned } from './sessions.repository.ts';

export async function refreshSession(context: AuthContext, token: string): Promise<AuthSession> {
  const { clock, db, device, keys } = context;
  const reading = readRefreshToken(keys.refreshTokens, token);
  if (reading.kind === 'implausible') throw createValidationError('Refresh token is not valid');
  if (reading.kind === 'unknown') throw createRefusal('refreshTokenNotFound');
  const { sessionId, counter } = reading;
  // Thrown after the commit: ending a replayed session must not be rolled back.
  const outcome = await db.transaction(async (trx): Promise<SignedIn | { refusal: AppError }> => {
    const sessions = createSessions(trx, clock);
    const now = clock.now();
    const known = await sessions.find(sessionId);
    // Locked, so that concurrent refreshes of a session follow one another.
    const user = known && (await lockUser(trx, db.sql, known.user_id));
    const session = user && (await sessions.find(sessionId));
    if (!session) return { refusal: createRefusal('refreshTokenNotFound') };
    if (isBanned(user, now)) return { refusal: createUserBannedError(400) };
    if (session.expires_at <= now) return { refusal: createRefusal('sessionExpired') };
    const verdict = classifyRefresh(session, counter, now);
    if (verdict === 'repeat') return { user, session };
    if (verdict === 'replay') {
      await sessions.end(session.id);
      return { refusal: createRefusal('refreshTokenAlreadyUsed') };
    }
    const next = { counter: counter + 1, device: device ?? session.device };
    const advanced = await sessions.advance(session.id, next);
    return advanced
      ? { user, session: advanced }
      : { refusal: createRefusal('refreshTokenNotFound') };
  });
  if ('refusal' in outcome) throw outcome.refusal;
  return createSessionResponse(context, outcome);
}
