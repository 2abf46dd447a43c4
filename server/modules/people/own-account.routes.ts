import { Router } from 'express';
import { userUpdateSchema } from '#contract/calls/auth.ts';
import { toAuthUser } from '#server/modules/auth/accounts/user-view.ts';
import {
  requireCaller,
  requireClaims,
  requirePerson,
} from '#server/modules/auth/actor-from-request.ts';
import { createValidationError } from '#server/modules/auth/auth.errors.ts';
import { type AuthContext, contextOfRequest } from '#server/modules/auth/auth-context.ts';
import { readBody, readRedirect } from '#server/modules/auth/request-input.ts';
import { updateAccount } from './own-account.usecases.ts';

/** `/user`: the user's own account. */
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
    res.json(
      await updateAccount(
        contextOfRequest(context, req),
        caller,
        input,
        readRedirect(context, req),
      ),
    );
  });
  return router;
}
