import type { RequestHandler } from 'express';
import { AUTH_ERROR } from '#contract/words/error-codes.ts';
import { isAdminClaims, requireClaims } from './actor-from-request.ts';
import type { AuthContext } from './auth-context.ts';
import { createAuthError } from './wire/auth.errors.ts';

/** Lets the admin through, and refuses everybody else in GoTrue's words. */
export function createAdminCheck(context: AuthContext): RequestHandler {
  return async (req, _res, next) => {
    const claims = await requireClaims(context, req);
    if (!(await isAdminClaims(context, req, claims))) {
      throw createAuthError(403, AUTH_ERROR.notAdmin, 'User not allowed');
    }
    next();
  };
}
