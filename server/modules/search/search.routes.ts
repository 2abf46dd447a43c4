import { Router } from 'express';
import { CALLS } from '#contract/calls/calls.ts';
import type { RouterDeps } from '#server/core/deps.ts';
import { mountCall } from '#server/http/mount-call.ts';
import { searchAdminArea } from './search.usecases.ts';

export function createSearchRouter(deps: RouterDeps): Router {
  const router = Router();
  mountCall(router, CALLS.search, ({ text }, { caller }) => searchAdminArea(deps, caller, text), {
    admit: deps.resolveActor,
  });
  return router;
}
