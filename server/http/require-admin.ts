import type { RequestHandler } from 'express';
import { HTTP_ERROR } from '#contract/words/error-codes.ts';
import type { ResolveActor } from '#server/core/actor-resolver.ts';
import { AppError } from '#server/core/errors.ts';

/** Lets the admin through; a visitor is told 401, a signed-in mother 403, before any body is read. */
export function createRequireAdmin(resolveActor: ResolveActor): RequestHandler {
  return async (req, res, next) => {
    const { role } = await resolveActor(req);
    if (role !== 'service_role') throw createAdminOnlyError(role === 'anon' ? 401 : 403);
    res.set('Cache-Control', 'no-store');
    next();
  };
}

const createAdminOnlyError = (status: 401 | 403) =>
  new AppError({
    status,
    code: status === 401 ? HTTP_ERROR.unauthorized : HTTP_ERROR.forbidden,
    publicMessage: 'This is for the admin only',
  });
