import { Router } from 'express';
import { CALLS } from '#contract/calls/calls.ts';
import type { RouterDeps, ServerDeps } from '#server/core/deps.ts';
import { QUOTAS } from '#server/core/limits.ts';
import { readJson } from '#server/http/bodies.ts';
import { admitUser, mountRowCall } from '#server/http/mount-call.ts';
import { createRateLimit } from '#server/http/network/rate-limit.ts';
import { answerTicket, readThread, replyToTicket } from './support.usecases.ts';

export function createSupportRouter(deps: ServerDeps): Router {
  const router = Router();
  mountRowCall(router, CALLS.getTicket, NO_TICKET, (id) => readThread(deps, id));
  mountRowCall(router, CALLS.answerTicket, NO_TICKET, (id, answer) =>
    answerTicket(deps, id, answer),
  );
  return router;
}

/** Threads of the signed-in user's own tickets. */
export function createOwnTicketsRouter(deps: RouterDeps): Router {
  const router = Router();
  const admit = admitUser(deps, {
    anonymous: 'Please sign in first: a ticket belongs to an account.',
    notUser: 'Only the user who opened a ticket can write in it here.',
  });
  mountRowCall(
    router,
    CALLS.getOwnTicket,
    NO_TICKET,
    (id, _input, { caller: userId }) => readThread(deps, id, userId),
    { admit },
  );
  const limit = createRateLimit(deps, QUOTAS.ticketReplies);
  mountRowCall(
    router,
    CALLS.replyToTicket,
    NO_TICKET,
    (id, { text }, { caller: userId }) => replyToTicket(deps, { id, userId, text }),
    { before: [limit, readJson('ticketMessage')], admit },
  );
  return router;
}

const NO_TICKET = 'There is no such ticket';
