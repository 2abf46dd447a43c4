import type { Caller } from '../actor-from-request.ts';
import { createValidationError } from '../auth.errors.ts';
import type { AuthContext } from '../auth-context.ts';

/** Ends all sessions of the caller unless the scope is `local` or `others`. */
export async function signOut(
  { sessions }: AuthContext,
  { user, session }: Caller,
  given: string | null,
): Promise<void> {
  const scope = given || 'global';
  if (!['global', 'local', 'others'].includes(scope)) {
    throw createValidationError(`Unsupported logout scope "${scope.slice(0, 40)}"`);
  }
  if (session === null || scope === 'global') await sessions.endAllOf(user.id);
  else if (scope === 'local') await sessions.end(session.id);
  else await sessions.endOthersOf(user.id, session.id);
}
