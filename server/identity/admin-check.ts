import type { RequestHandler } from 'express';
import { AUTH_ERROR } from '#contract/words/error-codes.ts';
import { actAs } from '#server/core/acting-admin.ts';
import { ensureMayAtDoor } from '#server/core/admin-role.ts';
import { findAdminActor, requireClaims } from './actor-from-request.ts';
import type { AuthContext } from './auth-context.ts';
import { createAuthError } from './wire/auth.errors.ts';

/** Lets the admin through, and refuses everybody else in GoTrue's words. */
export function createAdminCheck(context: AuthContext): RequestHandler {
  return async (req, _res, next) => {
    const claims = await requireClaims(context, req);
    const actor = await findAdminActor(context, req, claims);
    if (!actor) throw createAuthError(403, AUTH_ERROR.notAdmin, 'User not allowed');
    ensureMayAtDoor(actor, req.method, req.baseUrl + req.path);
    actAs(actor.admin, next);
  };
}
