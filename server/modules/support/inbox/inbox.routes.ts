import { Router } from 'express';
import { CALLS } from '#contract/calls/calls.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { mountCall } from '#server/http/mount-call.ts';
import { readInbox } from './inbox.usecases.ts';

export function createInboxRouter(deps: ServerDeps): Router {
  const router = Router();
  mountCall(router, CALLS.getInbox, () => readInbox(deps));
  return router;
}
