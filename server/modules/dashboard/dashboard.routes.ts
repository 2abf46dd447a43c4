import { Router } from 'express';
import { CALLS } from '#contract/calls/calls.ts';
import type { RouterDeps } from '#server/core/deps.ts';
import { mountCall } from '#server/http/mount-call.ts';
import { readDashboard } from './dashboard.usecases.ts';
import { createStorageSize } from './storage-size.ts';

export function createAdminDashboardRouter(deps: RouterDeps): Router {
  const router = Router();
  const storageSize = createStorageSize(deps);
  mountCall(
    router,
    CALLS.getDashboard,
    (question, { caller }) => readDashboard(deps, storageSize, { ...question, caller }),
    { admit: deps.resolveActor },
  );
  return router;
}
