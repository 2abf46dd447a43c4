import { Router } from 'express';
import { CALLS } from '#contract/calls/calls.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { createNotFoundError } from '#server/http/error-handler.ts';
import { mountCall } from '#server/http/mount-call.ts';
import { answerTicket } from './support.usecases.ts';

/** Mounted where only the admin comes. Reading and closing tickets needs nothing but their table. */
export function createSupportRouter(deps: ServerDeps): Router {
  const router = Router();

  mountCall(router, CALLS.answerTicket, async (answer, { params }) => {
    const id = Number(params.id);
    const isDone = Number.isSafeInteger(id) && (await answerTicket(deps, id, answer));
    if (!isDone) throw createNotFoundError('There is no such ticket');
  });

  return router;
}
