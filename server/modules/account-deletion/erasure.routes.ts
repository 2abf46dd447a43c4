import { Router } from 'express';
import type { ServerDeps } from '#server/core/deps.ts';
import { createNotFoundError } from '#server/http/error-handler.ts';
import { carryOutErasure } from './erasure.usecases.ts';

/** Mounted where only the admin comes. */
export function createErasureRouter(deps: ServerDeps): Router {
  const router = Router();
  router.post('/deletion-requests/:id/erase', async (req, res) => {
    const id = Number(req.params.id);
    const isDone = Number.isSafeInteger(id) && (await carryOutErasure(deps, id));
    if (!isDone) throw createNotFoundError('There is no such confirmed request');
    res.json({});
  });
  return router;
}
