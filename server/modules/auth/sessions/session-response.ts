import { AUTH_LIMITS, type AuthSession } from '#contract/calls/auth.ts';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import type { Executor } from '#db/schema/database.ts';
import { isoNow } from '#server/core/clock.ts';
import { updateUser } from '../accounts/accounts.repository.ts';
import { toAuthUser } from '../accounts/user-view.ts';
import type { AuthContext } from '../auth-context.ts';
import { createRefreshToken } from '../tokens/refresh-token.ts';
import { createSessions, type SessionRow, type UserRow } from './sessions.repository.ts';

/** Result of a sign-in. Create its tokens after the commit. */
export interface SignedIn {
  readonly user: UserRow;
  readonly session: SessionRow;
}

export async function openSession(
  context: AuthContext,
  trx: Executor,
  user: UserRow,
  method: string,
): Promise<SignedIn> {
  const now = isoNow(context.clock);
  const options = { method, device: context.device };
  const session = await createSessions(trx, context.clock).open(user.id, options);
  const changed = await updateUser(trx, user.id, { last_sign_in_at: now, updated_at: now });
  return { user: changed, session };
}

/** The token response: a new access token and the session's active refresh token. */
export async function createSessionResponse(
  context: AuthContext,
  { user, session }: SignedIn,
): Promise<AuthSession> {
  const authUser = toAuthUser(user);
  const claims = {
    iss: `${context.config.SITE_URL}${API_PATHS.auth}`,
    sub: user.id,
    aud: authUser.aud,
    role: authUser.role,
    email: user.email,
    phone: '',
    app_metadata: authUser.app_metadata,
    user_metadata: authUser.user_metadata,
    aal: session.aal,
    amr: session.amr,
    session_id: session.id,
    is_anonymous: false,
  };
  const lifeS = AUTH_LIMITS.accessTokenLifeS;
  const { token, expiresAt } = await context.accessTokens.sign(claims, lifeS);
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: lifeS,
    expires_at: expiresAt,
    refresh_token: createRefreshToken(
      context.keys.refreshTokens,
      session.id,
      session.refresh_counter,
    ),
    user: authUser,
  };
}
