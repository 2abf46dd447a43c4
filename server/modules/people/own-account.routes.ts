import { Router } from 'express';
import { userUpdateSchema } from '#contract/calls/auth.ts';
import { toAuthUser } from '#server/identity/accounts/user-view.ts';
import {
  requireCaller,
  requireClaims,
  requirePerson,
} from '#server/identity/actor-from-request.ts';
import type { AuthContext } from '#server/identity/auth-context.ts';
import { createValidationError } from '#server/identity/wire/auth.errors.ts';
import { readBody, readRedirect } from '#server/identity/wire/request-input.ts';
import { updateAccount } from './own-account.usecases.ts';

/** `/user`: her own account, as she sees and changes it. */
export function createOwnAccountRouter(context: AuthContext): Router {
  const router = Router();
  router.get('/user', async (req, res) => {
    const claims = await requireClaims(context, req);
    const { user } = await requirePerson(context, claims);
    if (claims['aud'] !== 'authenticated') {
      throw createValidationError("Token audience doesn't match request audience");
    }
    res.json(toAuthUser(user));
  });
  router.put('/user', async (req, res) => {
    const caller = await requireCaller(context, req);
    const input = readBody(userUpdateSchema, req);
    res.json(await updateAccount(context, caller, input, readRedirect(context, req)));
  });
  return router;
}
