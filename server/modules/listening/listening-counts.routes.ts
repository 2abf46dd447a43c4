import { Router } from 'express';
import { idSchema, userIdSchema } from '#contract/columns.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { createNotFoundError } from '#server/http/error-handler.ts';
import { countOfPerson, countOfTrack } from './listening-counts.repository.ts';

/** Mounted where only the admin comes, who may count what the tables do not show (docs/decisions/0086). */
export function createListeningCountsRouter({ db }: ServerDeps): Router {
  const router = Router();
  router.get('/people/:id/counts', async (req, res) => {
    const id = userIdSchema.safeParse(req.params.id);
    if (!id.success) throw createNotFoundError();
    res.json(await countOfPerson(db, id.data.toLowerCase()));
  });
  router.get('/tracks/:id/counts', async (req, res) => {
    const id = idSchema.safeParse(Number(req.params.id));
    if (!id.success) throw createNotFoundError();
    res.json(await countOfTrack(db, id.data));
  });
  return router;
}
