import { Router } from 'express';
import { trackMoveSchema } from '#contract/track-order.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { createNotFoundError } from '#server/http/error-handler.ts';
import { readJson } from '#server/http/read-json.ts';
import { moveTrack } from './track-order.usecases.ts';

/** Mounted where only the admin comes. */
export function createTrackOrderRouter(deps: ServerDeps): Router {
  const router = Router();
  router.post('/tracks/:id/move', async (req, res) => {
    const goal = readJson(trackMoveSchema, req);
    const id = Number(req.params.id);
    if (!Number.isSafeInteger(id)) throw createNotFoundError('There is no such track.');
    res.json(await moveTrack(deps, id, goal));
  });
  return router;
}
