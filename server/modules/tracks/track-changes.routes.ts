import { Router } from 'express';
import { CALLS } from '#contract/calls/calls.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { idOf, mountCall } from '#server/http/mount-call.ts';
import { changeTracks, undoTrackChange } from './track-changes.usecases.ts';

export function createTrackChangesRouter(deps: ServerDeps): Router {
  const router = Router();
  mountCall(router, CALLS.changeTracks, (change) => changeTracks(deps, change));
  mountCall(router, CALLS.undoTrackChange, (_input, { params }) =>
    undoTrackChange(deps, idOf(params, 'There is no such change.')),
  );
  return router;
}
