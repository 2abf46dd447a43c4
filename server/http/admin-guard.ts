import type { RequestHandler } from 'express';
import { AUTH_ERROR } from '#contract/error-codes.ts';
import type { ResolveActor } from '#server/core/actor-resolver.ts';
import { AppError } from '#server/core/errors.ts';
import { isThisMachine } from './this-machine.ts';

/**
 * A kiosk that shares its library shares it with everybody in the building: the admin's password is
 * not to be guessed from there, nor read on its way through a network without encryption.
 */
export function createAdminGuard(): RequestHandler {
  return (req, _res, next) => next(isThisMachine(req) ? undefined : createElsewhereError());
}

/** The same for every other door: from elsewhere nobody is the admin, with a good token neither. */
export function refuseAdminFromElsewhere(resolveActor: ResolveActor): ResolveActor {
  return async (request) => {
    const actor = await resolveActor(request);
    if (actor.role === 'service_role' && !isThisMachine(request)) throw createElsewhereError();
    return actor;
  };
}

const createElsewhereError = () =>
  new AppError({
    status: 403,
    code: AUTH_ERROR.notThisMachine,
    publicMessage: 'The admin area of a kiosk opens only on the kiosk itself.',
  });
