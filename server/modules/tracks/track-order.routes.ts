import { Router } from 'express';
import { CALLS } from '#contract/calls/calls.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { idOf, mountCall } from '#server/http/mount-call.ts';
import { moveTrack } from './track-order.usecases.ts';

export function createTrackOrderRouter(deps: ServerDeps): Router {
  const router = Router();
  mountCall(router, CALLS.moveTrack, (goal, { params }) =>
    moveTrack(deps, idOf(params, 'There is no such track.'), goal),
  );
  return router;
}
