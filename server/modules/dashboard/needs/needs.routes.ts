import { Router } from 'express';
import { CALLS } from '#contract/calls/calls.ts';
import type { RouterDeps } from '#server/core/deps.ts';
import { mountCall } from '#server/http/mount-call.ts';
import { listExamples } from './list-examples.ts';
import { readNeeds } from './needs.usecases.ts';

export function createNeedsRouter(deps: RouterDeps): Router {
  const router = Router();
  mountCall(
    router,
    CALLS.getNeeds,
    async (_input, { caller }) => ({
      needs: await readNeeds(deps, caller),
      examples: await listExamples(deps, caller),
    }),
    { admit: deps.resolveActor },
  );
  return router;
}
