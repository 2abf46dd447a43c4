import type { Caller } from '#server/identity/actor-from-request.ts';
import type { AuthContext } from '#server/identity/auth-context.ts';
import { createSessions } from '#server/identity/sessions/sessions.repository.ts';
import { createValidationError } from '#server/identity/wire/auth.errors.ts';

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
  const sessions = createSessions(context.db.kysely, context.clock);
  if (session === null || scope === 'global') await sessions.endAllOf(user.id);
  else if (scope === 'local') await sessions.end(session.id);
  else await sessions.endOthersOf(user.id, session.id);
}
