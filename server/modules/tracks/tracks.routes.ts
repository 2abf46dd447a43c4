import { Router } from 'express';
import { CALLS } from '#contract/calls/calls.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { idOf, mountCall } from '#server/http/mount-call.ts';
import { changeTracks, undoTrackChange } from './track-changes.usecases.ts';
import { moveTrack } from './track-order.usecases.ts';

/** Admin calls on tracks for which the table API is not enough. */
export function createTracksRouter(deps: ServerDeps): Router {
  const router = Router();
  mountCall(router, CALLS.moveTrack, (goal, { params }) =>
    moveTrack(deps, idOf(params, 'There is no such track.'), goal),
  );
  mountCall(router, CALLS.changeTracks, (change) => changeTracks(deps, change));
  mountCall(router, CALLS.undoTrackChange, (_input, { params }) =>
    undoTrackChange(deps, idOf(params, 'There is no such change.')),
  );
  return router;
}
