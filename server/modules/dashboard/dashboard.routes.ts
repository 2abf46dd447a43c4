import { Router } from 'express';
import { CALLS } from '#contract/calls/calls.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { mountCall } from '#server/http/mount-call.ts';
import { readDashboard } from './dashboard.usecases.ts';
import { createStorageSize } from './storage-size.ts';

/** Mounted where only the admin comes. */
export function createAdminDashboardRouter(deps: ServerDeps): Router {
  const router = Router();
  const storageSize = createStorageSize(deps);
  mountCall(router, CALLS.getDashboard, ({ days }) => readDashboard(deps, storageSize, days));
  return router;
}
