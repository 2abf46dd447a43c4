import { Router } from 'express';
import { CALLS } from '#contract/calls/calls.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { createNotFoundError } from '#server/http/error-handler.ts';
import { mountCall } from '#server/http/mount-call.ts';
import { changeTracks, undoTrackChange } from './track-changes.usecases.ts';

export function createTrackChangesRouter(deps: ServerDeps): Router {
  const router = Router();
  mountCall(router, CALLS.changeTracks, (change) => changeTracks(deps, change));
  mountCall(router, CALLS.undoTrackChange, (_input, { params }) => {
    const id = Number(params.id);
    if (!Number.isSafeInteger(id)) throw createNotFoundError('There is no such change.');
    return undoTrackChange(deps, id);
  });
  return router;
}
