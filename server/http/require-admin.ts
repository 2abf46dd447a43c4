import type { RequestHandler } from 'express';
import { HTTP_ERROR } from '#contract/constants/error-codes.ts';
import { actAs } from '#server/core/actors/acting-admin.ts';
import type { ResolveActor } from '#server/core/actors/actor-resolver.ts';
import { ensureMayAtDoor } from '#server/core/actors/admin-role.ts';
import { AppError } from '#server/core/errors.ts';

/** Requires an admin, before any body is read: 401 for visitors, 403 for signed-in users. */
export function createRequireAdmin(resolveActor: ResolveActor): RequestHandler {
  return async (req, res, next) => {
    const actor = await resolveActor(req);
    const { role } = actor;
    if (role !== 'service_role') throw createAdminOnlyError(role === 'anon' ? 401 : 403);
    ensureMayAtDoor(actor, req.method, req.baseUrl + req.path);
    res.set('Cache-Control', 'no-store');
    actAs(actor.admin, next);
  };
}

const createAdminOnlyError = (status: 401 | 403) =>
  new AppError({
    status,
    code: status === 401 ? HTTP_ERROR.unauthorized : HTTP_ERROR.forbidden,
    publicMessage: 'This is for the admin only',
  });
