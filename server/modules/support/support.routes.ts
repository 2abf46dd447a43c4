import { type Request, Router } from 'express';
import { CALLS } from '#contract/calls/calls.ts';
import type { RouterDeps, ServerDeps } from '#server/core/deps.ts';
import { QUOTAS } from '#server/core/limits.ts';
import { readJson } from '#server/http/bodies.ts';
import { createNotFoundError } from '#server/http/error-handler.ts';
import { idOf, mountCall } from '#server/http/mount-call.ts';
import { createRateLimit } from '#server/http/network/rate-limit.ts';
import { createSignInFirstError, createUsersOnlyError } from './support.errors.ts';
import { answerTicket, readThread, replyToTicket } from './support.usecases.ts';

export function createSupportRouter(deps: ServerDeps): Router {
  const router = Router();
  mountCall(router, CALLS.getTicket, async (_input, { params }) => {
    const messages = await readThread(deps, idOf(params, NO_TICKET));
    if (!messages) throw createNoTicketError();
    return { messages };
  });
  mountCall(router, CALLS.answerTicket, async (answer, { params }) => {
    const isDone = await answerTicket(deps, idOf(params, NO_TICKET), answer);
    if (!isDone) throw createNoTicketError();
  });
  return router;
}

/** Threads of the signed-in user's own tickets. */
export function createOwnTicketsRouter(deps: RouterDeps): Router {
  const { resolveActor } = deps;
  const router = Router();
  const admit = async (req: Request): Promise<string> => {
    const { role, userId } = await resolveActor(req);
    if (role === 'anon') throw createSignInFirstError();
    if (userId === null) throw createUsersOnlyError();
    return userId;
  };
  mountCall(
    router,
    CALLS.getOwnTicket,
    async (_input, { params, caller: userId, res }) => {
      const messages = await readThread(deps, idOf(params, NO_TICKET), userId);
      if (!messages) throw createNoTicketError();
      res.set('Cache-Control', 'no-store');
      return { messages };
    },
    { admit },
  );
  const limit = createRateLimit(deps, QUOTAS.ticketReplies);
  mountCall(
    router,
    CALLS.replyToTicket,
    async ({ text }, { params, caller: userId }) => {
      const messages = await replyToTicket(deps, { id: idOf(params, NO_TICKET), userId, text });
      if (!messages) throw createNoTicketError();
      return { messages };
    },
    { before: [limit, readJson('ticketMessage')], admit },
  );
  return router;
}

const NO_TICKET = 'There is no such ticket';
const createNoTicketError = () => createNotFoundError(NO_TICKET);
