import type { IncomingMessage } from 'node:http';
import type { ResolveActor } from '#server/core/actor-resolver.ts';
import { ensureMay } from '#server/core/admin-role.ts';
import { createAdminOnlyError } from './storage.errors.ts';

/** Only the admin changes stored files: a visitor is told 401, a signed-in mother 403. */
export function createEnsureAdmin(resolveActor: ResolveActor) {
  return async (req: IncomingMessage): Promise<void> => {
    const actor = await resolveActor(req);
    const { role } = actor;
    if (role !== 'service_role') throw createAdminOnlyError(role === 'anon' ? 401 : 403);
    ensureMay(actor, 'write', 'content');
  };
}
