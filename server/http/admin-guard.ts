import type { RequestHandler } from 'express';
import { AUTH_ERROR } from '#contract/error-codes.ts';
import { AppError } from '#server/core/errors.ts';
import { isThisMachine } from './this-machine.ts';

/**
 * A kiosk that shares its library shares it with everybody in the building: the admin's password is
 * not to be guessed from there, nor read on its way through a network without encryption.
 */
export function createAdminGuard(): RequestHandler {
  return (req, _res, next) => next(isThisMachine(req) ? undefined : createElsewhereError());
}

const createElsewhereError = () =>
  new AppError({
    status: 403,
    code: AUTH_ERROR.notThisMachine,
    publicMessage: 'The admin area of a kiosk opens only on the kiosk itself.',
  });
