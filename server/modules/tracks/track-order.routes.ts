import { Router } from 'express';
import { CALLS } from '#contract/calls/calls.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { createNotFoundError } from '#server/http/error-handler.ts';
import { mountCall } from '#server/http/mount-call.ts';
import { moveTrack } from './track-order.usecases.ts';

export function createTrackOrderRouter(deps: ServerDeps): Router {
  const router = Router();
  mountCall(router, CALLS.moveTrack, async (goal, { params }) => {
    const id = Number(params.id);
    if (!Number.isSafeInteger(id)) throw createNotFoundError('There is no such track.');
    return moveTrack(deps, id, goal);
  });
  return router;
}
