import { Router } from 'express';
import { CALLS } from '#contract/calls/calls.ts';
import type { RouterDeps, ServerDeps } from '#server/core/deps.ts';
import { QUOTAS } from '#server/core/limits.ts';
import { readJson } from '#server/http/bodies.ts';
import { createNotFoundError } from '#server/http/error-handler.ts';
import { admitUser, idOf, mountCall } from '#server/http/mount-call.ts';
import { createRateLimit } from '#server/http/network/rate-limit.ts';
import { answerTicket, readThread, replyToTicket } from './support.usecases.ts';

export function createSupportRouter(deps: ServerDeps): Router {
  const router = Router();
  mountCall(router, CALLS.getTicket, async (_input, { params }) => {
    return { messages: ensureFound(await readThread(deps, idOf(params, NO_TICKET))) };
  });
  mountCall(router, CALLS.answerTicket, async (answer, { params }) => {
    ensureFound(await answerTicket(deps, idOf(params, NO_TICKET), answer));
  });
  return router;
}

/** Threads of the signed-in user's own tickets. */
export function createOwnTicketsRouter(deps: RouterDeps): Router {
  const router = Router();
  const admit = admitUser(deps, {
    anonymous: 'Please sign in first: a ticket belongs to an account.',
    notUser: 'Only she who opened a ticket can write in it here.',
  });
  mountCall(
    router,
    CALLS.getOwnTicket,
    async (_input, { params, caller: userId }) => ({
      messages: ensureFound(await readThread(deps, idOf(params, NO_TICKET), userId)),
    }),
    { admit },
  );
  const limit = createRateLimit(deps, QUOTAS.ticketReplies);
  mountCall(
    router,
    CALLS.replyToTicket,
    async ({ text }, { params, caller: userId }) => {
      const reply = { id: idOf(params, NO_TICKET), userId, text };
      return { messages: ensureFound(await replyToTicket(deps, reply)) };
    },
    { before: [limit, readJson('ticketMessage')], admit },
  );
  return router;
}

const NO_TICKET = 'There is no such ticket';

function ensureFound<T>(found: T | undefined | false): T {
  if (!found) throw createNotFoundError(NO_TICKET);
  return found;
}
