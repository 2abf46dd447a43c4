import { Router } from 'express';
import { ticketAnswerSchema } from '#contract/support-tickets.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { createNotFoundError } from '#server/http/error-handler.ts';
import { readJson } from '#server/http/read-json.ts';
import { answerTicket } from './support.usecases.ts';

/** Mounted where only the admin comes. Reading and closing tickets needs nothing but their table. */
export function createSupportRouter(deps: ServerDeps): Router {
  const router = Router();

  router.post('/tickets/:id/answer', async (req, res) => {
    const answer = readJson(ticketAnswerSchema, req);
    const id = Number(req.params.id);
    const isDone = Number.isSafeInteger(id) && (await answerTicket(deps, id, answer));
    if (!isDone) throw createNotFoundError('There is no such ticket');
    res.json({});
  });

  return router;
}
