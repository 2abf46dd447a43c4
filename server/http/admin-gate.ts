import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { AUTH_ERROR } from '#contract/constants/error-codes.ts';
import { actAs } from '#server/core/actors/acting-admin.ts';
import type { ResolveActor } from '#server/core/actors/actor.ts';
import { ensureMayUsePath } from '#server/core/actors/admin-role.ts';
import type { Config } from '#server/core/config/config.ts';
import { AppError, createHttpError } from '#server/core/errors.ts';
import { isThisMachine } from './network/network-address.ts';

/**
 * Refuses admin access over the network on a kiosk that shares its library: anyone in the building can reach it, and
 * could guess the password or read it unencrypted. Checked when an admin's token is accepted, and before every admin
 * endpoint.
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

/** Runs before any password, token or body is read. */
export function createAdminGate(config: Pick<Config, 'KIOSK'>): RequestHandler {
  return (req, _res, next) => {
    ensureAdminMayEnter(config, req);
    next();
  };
}

/** Requires an admin, before any body is read: 401 for visitors, 403 for signed-in users. */
export function createRequireAdmin(resolveActor: ResolveActor): RequestHandler {
  return async (req, res, next) => {
    const actor = await resolveActor(req);
    const { role } = actor;
    if (role !== 'service_role') throw createAdminOnlyError(role === 'anon' ? 401 : 403);
    ensureMayUsePath(actor, req.method, req.baseUrl + req.path);
    res.set('Cache-Control', 'no-store');
    actAs(actor.admin, next);
  };
}

const createAdminOnlyError = (status: 401 | 403) =>
  createHttpError(status, 'This is for the admin only');
