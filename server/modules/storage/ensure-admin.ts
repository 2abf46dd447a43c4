import type { IncomingMessage } from 'node:http';
import type { ResolveActor } from '#server/core/actor-resolver.ts';
import { createAdminOnlyError } from './storage.errors.ts';

/** Only the admin changes stored files: a visitor is told 401, a signed-in mother 403. */
export function createEnsureAdmin(resolveActor: ResolveActor) {
  return async (req: IncomingMessage): Promise<void> => {
    const { role } = await resolveActor(req);
    if (role !== 'service_role') throw createAdminOnlyError(role === 'anon' ? 401 : 403);
  };
}
