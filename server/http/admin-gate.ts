import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { AUTH_ERROR } from '#contract/words/error-codes.ts';
import type { Config } from '#server/core/config.ts';
import { AppError } from '#server/core/errors.ts';
import { isThisMachine } from './this-machine.ts';

/**
 * A kiosk that shares its library shares it with everybody in the building: the admin's password is
 * not to be guessed from there, nor read on its way through a network without encryption. Asked by
 * the one function that takes a token for the admin's, and before every door that only she has.
 */
export function ensureAdminMayEnter(
  { KIOSK }: Pick<Config, 'KIOSK'>,
  req: Pick<IncomingMessage, 'headers' | 'socket'>,
): void {
  if (!KIOSK || isThisMachine(req)) return;
  throw new AppError({
    status: 403,
    code: AUTH_ERROR.notThisMachine,
    publicMessage: 'The admin area of a kiosk opens only on the kiosk itself.',
  });
}

/** Before any password, token or body is looked at. */
export function createAdminGate(config: Pick<Config, 'KIOSK'>): RequestHandler {
  return (req, _res, next) => {
    ensureAdminMayEnter(config, req);
    next();
  };
}
