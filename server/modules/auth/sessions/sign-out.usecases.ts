import type { Caller } from '../actor-from-request.ts';
import { createValidationError } from '../auth.errors.ts';
import type { AuthContext } from '../auth-context.ts';

export type LogoutScope = 'global' | 'local' | 'others';

export function parseLogoutScope(text: string | null): LogoutScope {
  if (text === null || text === '') return 'global';
  if (text === 'global' || text === 'local' || text === 'others') return text;
  throw createValidationError(`Unsupported logout scope "${text.slice(0, 40)}"`);
}

export async function signOut(
  context: AuthContext,
  { user, session }: Caller,
  scope: LogoutScope,
): Promise<void> {
  if (session === null || scope === 'global') await context.sessions.endAllOf(user.id);
  else if (scope === 'local') await context.sessions.end(session.id);
  else await context.sessions.endOthersOf(user.id, session.id);
}
