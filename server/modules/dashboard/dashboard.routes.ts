import { Router } from 'express';
import { CALLS } from '#contract/calls/calls.ts';
import type { ResolveActor } from '#server/core/actors/actor-resolver.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { mountCall } from '#server/http/mount-call.ts';
import { readDashboard } from './dashboard.usecases.ts';
import { createStorageSize } from './storage-size.ts';

export function createAdminDashboardRouter(
  deps: ServerDeps,
  { resolveActor }: { resolveActor: ResolveActor },
): Router {
  const router = Router();
  const storageSize = createStorageSize(deps);
  mountCall(
    router,
    CALLS.getDashboard,
    (question, { caller }) => readDashboard(deps, storageSize, { ...question, caller }),
    { admit: resolveActor },
  );
  return router;
}
