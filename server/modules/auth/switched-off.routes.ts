import { Router } from 'express';
import { requireCaller } from '#server/identity/actor-from-request.ts';
import type { AuthContext } from '#server/identity/auth-context.ts';
import { createValidationError } from '#server/identity/wire/auth.errors.ts';
import {
  createManualLinkingDisabledError,
  createPasskeyDisabledError,
  createSamlDisabledError,
} from './switched-off.errors.ts';

/** Ways in that GoTrue has and we have not: answered as GoTrue answers where they are switched off. */
export function createSwitchedOffRouter(context: AuthContext): Router {
  const router = Router();
  router.get('/authorize', () => {
    throw createValidationError('Unsupported provider: provider is not enabled');
  });
  router.post('/sso', () => {
    throw createSamlDisabledError();
  });
  for (const path of ['/passkeys', '/passkeys/:id', '/passkeys/:deed/:step']) {
    router.all(path, () => {
      throw createPasskeyDisabledError();
    });
  }
  for (const path of ['/user/identities/authorize', '/user/identities/:id']) {
    router.all(path, async (req) => {
      await requireCaller(context, req);
      throw createManualLinkingDisabledError();
    });
  }
  return router;
}
