import type { AuthSession } from '#contract/calls/auth.ts';
import type { AppError } from '#server/core/errors.ts';
import { findUserById, isBanned } from '../accounts/accounts.repository.ts';
import { createRefusal, createUserBannedError, createValidationError } from '../auth.errors.ts';
import type { AuthContext } from '../auth-context.ts';
import { classifyRefresh, readRefreshToken } from '../tokens/refresh-token.ts';
import { createSessionAnswer, type SignedIn } from './session-answer.ts';
import { createSessions } from './sessions.repository.ts';

/** Limit of attempts while concurrent refreshes of the same session win. */
const MAX_ATTEMPTS = 5;

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
    for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
      const session = await sessions.find(sessionId);
      const user = session && (await findUserById(trx, session.user_id));
      if (!session || !user) return { refusal: createRefusal('refreshTokenNotFound') };
      if (isBanned(user, now)) return { refusal: createUserBannedError(400) };
      if (session.expires_at <= now) return { refusal: createRefusal('sessionExpired') };
      const verdict = classifyRefresh(session, counter, now);
      if (verdict === 'repeat') return { user, session };
      if (verdict === 'replay') {
        await sessions.end(session.id);
        return { refusal: createRefusal('refreshTokenAlreadyUsed') };
      }
      const next = { counter: counter + 1, device: device ?? session.device };
      const advanced = await sessions.advance(session, next);
      if (advanced) return { user, session: advanced };
      // A concurrent refresh won. On retry, our token is the parent of the new one: a `repeat`.
    }
    return { refusal: createRefusal('conflict') };
  });
  if ('refusal' in outcome) throw outcome.refusal;
  return createSessionAnswer(context, outcome);
}
