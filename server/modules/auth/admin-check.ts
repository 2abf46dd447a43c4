import type { RequestHandler, Response } from 'express';
import { actAs } from '#server/core/actors/acting-admin.ts';
import type { Actor } from '#server/core/actors/actor.ts';
import { ensureMayUsePath } from '#server/core/actors/admin-role.ts';
import { findAdminActor, requireClaims } from './actor-from-request.ts';
import { createNotAdminError } from './auth.errors.ts';
import type { AuthContext } from './auth-context.ts';

/** Requires an admin; throws GoTrue's errors. */
export function createAdminCheck(context: AuthContext): RequestHandler {
  return async (req, res, next) => {
    const claims = await requireClaims(context, req);
    const actor = await findAdminActor(context, req, claims);
    if (!actor) throw createNotAdminError();
    ensureMayUsePath(actor, req.method, req.baseUrl + req.path);
    res.locals[ADMIN] = actor;
    actAs(actor.admin, next);
  };
}

const ADMIN = 'admin';

/** The admin stored by `createAdminCheck`. */
export function adminOf(res: Response): Actor {
  return res.locals[ADMIN] as Actor;
}
