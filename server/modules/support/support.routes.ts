import { type Request, Router } from 'express';
import { CALLS } from '#contract/calls/calls.ts';
import type { ResolveActor } from '#server/core/actors/actor-resolver.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { QUOTAS } from '#server/core/limits.ts';
import { readJson } from '#server/http/bodies.ts';
import { createNotFoundError } from '#server/http/error-handler.ts';
import { mountCall } from '#server/http/mount-call.ts';
import { createRateLimit } from '#server/http/network/rate-limit.ts';
import { createNotAPersonError, createSignInFirstError } from './support.errors.ts';
import { answerTicket, readThread, replyToTicket } from './support.usecases.ts';

export function createSupportRouter(deps: ServerDeps): Router {
  const router = Router();
  mountCall(router, CALLS.getTicket, async (_input, { params }) => {
    const messages = await readThread(deps, parseId(params));
    if (!messages) throw createNoTicketError();
    return { messages };
  });
  mountCall(router, CALLS.answerTicket, async (answer, { params }) => {
    const isDone = await answerTicket(deps, parseId(params), answer);
    if (!isDone) throw createNoTicketError();
  });
  return router;
}

/** Threads of the signed-in user's own tickets. */
export function createOwnTicketsRouter(
  deps: ServerDeps,
  { resolveActor }: { resolveActor: ResolveActor },
): Router {
  const router = Router();
  const admit = async (req: Request): Promise<string> => {
    const { role, userId } = await resolveActor(req);
    if (role === 'anon') throw createSignInFirstError();
    if (userId === null) throw createNotAPersonError();
    return userId;
  };
  mountCall(
    router,
    CALLS.getOwnTicket,
    async (_input, { params, caller: userId, res }) => {
      const messages = await readThread(deps, parseId(params), userId);
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
      const messages = await replyToTicket(deps, { id: parseId(params), userId, text });
      if (!messages) throw createNoTicketError();
      return { messages };
    },
    { before: [limit, readJson('ticketMessage')], admit },
  );
  return router;
}

/** Largest id in both databases. */
const LARGEST_ID = 2 ** 31 - 1;

function parseId({ id }: { id: string }): number {
  const number = /^\d{1,10}$/.test(id) ? Number(id) : 0;
  if (number < 1 || number > LARGEST_ID) throw createNoTicketError();
  return number;
}

const createNoTicketError = () => createNotFoundError('There is no such ticket');
