import { Router } from 'express';
import { CALLS } from '#contract/calls/calls.ts';
import { mountCall } from '#server/http/mount-call.ts';
import { addressOf } from '#server/http/rate-limit.ts';
import { createAdminCheck } from '#server/identity/admin-check.ts';
import type { AuthContext } from '#server/identity/auth-context.ts';
import {
  ADMIN_SUBJECT,
  findKnownDevice,
  markDevice,
} from '#server/identity/sessions/device-marks.ts';
import { readBody } from '#server/identity/wire/request-input.ts';
import { changeAdminPassword, signInAdmin } from './admin-login.usecases.ts';

/** The admin's password, which gives the role and can be changed by whoever holds it. */
export function createAdminLoginRouter(context: AuthContext): Router {
  const router = Router();
  mountCall(
    router,
    CALLS.signInAdmin,
    async ({ password }, { req, res }) => {
      const knownDevice = findKnownDevice(context, req, ADMIN_SUBJECT);
      const token = await signInAdmin(context, password, { address: addressOf(req), knownDevice });
      markDevice(context, req, res, ADMIN_SUBJECT);
      return token;
    },
    { read: readBody },
  );
  mountCall(router, CALLS.changeAdminPassword, (input) => changeAdminPassword(context, input), {
    before: [createAdminCheck(context)],
    read: readBody,
  });
  return router;
}
