import { Router } from 'express';
import { CALLS } from '#contract/calls/calls.ts';
import type { ResolveActor } from '#server/core/actors/actor-resolver.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { mountCall } from '#server/http/mount-call.ts';
import { searchAdminArea } from './search.usecases.ts';

export function createSearchRouter(
  deps: ServerDeps,
  { resolveActor }: { resolveActor: ResolveActor },
): Router {
  const router = Router();
  mountCall(router, CALLS.search, ({ text }, { caller }) => searchAdminArea(deps, caller, text), {
    admit: resolveActor,
  });
  return router;
}
