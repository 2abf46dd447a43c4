import { Router } from 'express';
import { CALLS } from '#contract/calls/calls.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { mountCall } from '#server/http/mount-call.ts';
import { authContextOf } from '#server/modules/auth/auth-context.ts';
import { signOutPerson } from './people.usecases.ts';

export function createPeopleRouter(deps: ServerDeps): Router {
  const router = Router();
  mountCall(router, CALLS.signOutPerson, async (_input, { params }) => {
    await signOutPerson(authContextOf(deps), params.id);
  });
  return router;
}
