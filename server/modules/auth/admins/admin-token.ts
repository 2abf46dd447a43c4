import { type AdminToken, AUTH_LIMITS } from '#contract/calls/auth.ts';
import type { AuthContext } from '../auth-context.ts';
import type { AdminPersonRow } from './admins.repository.ts';

/** An admin with an account, or the generation of the shared password. */
export type SignIn = { readonly person: AdminPersonRow } | { readonly generation: number };

/**
 * The token names its generation. Every request compares this generation with the current one of the admin or of the
 * shared password. With `sessionId`, the token ends when that session ends. `isProved` means that the sign-in had a
 * second factor.
 */
export async function createAdminToken(
  { accessTokens }: AuthContext,
  signIn: SignIn,
  { isProved = true, sessionId }: { isProved?: boolean; sessionId?: string } = {},
): Promise<AdminToken> {
  const owner =
    'person' in signIn
      ? {
          admin_id: signIn.person.id,
          admin_role: signIn.person.role,
          token_generation: signIn.person.token_generation,
          aal: isProved ? 'aal2' : 'aal1',
        }
      : { token_generation: signIn.generation };
  const claims = {
    role: 'service_role',
    ...owner,
    ...(sessionId && { admin_session: sessionId }),
  };
  const lifeS = AUTH_LIMITS.adminTokenLifeS;
  const { token, expiresAt } = await accessTokens.sign(claims, lifeS);
  return { access_token: token, token_type: 'bearer', expires_in: lifeS, expires_at: expiresAt };
}
