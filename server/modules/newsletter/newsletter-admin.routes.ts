import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Router } from 'express';
import { CALLS } from '#contract/calls/calls.ts';
import { isoNow } from '#server/core/clock.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { createNotFoundError } from '#server/http/error-handler.ts';
import { idOf, mountCall } from '#server/http/mount-call.ts';
import { takeOffList } from './newsletter.repository.ts';
import { listSubscribersAsCsv } from './newsletter.usecases.ts';

const NO_ADDRESS = 'There is no such address on the list';

export function createNewsletterAdminRouter(deps: ServerDeps): Router {
  const router = Router();

  mountCall(router, CALLS.getSubscribers, async ({ status }, { res }) => {
    res.set({
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="newsletter-${status}.csv"`,
      'Cache-Control': 'no-store',
    });
    await pipeline(Readable.from(listSubscribersAsCsv(deps, status)), res);
  });

  mountCall(router, CALLS.takeOffList, async (_input, { params }) => {
    const id = idOf(params, NO_ADDRESS);
    if (!(await takeOffList(deps.db, id, isoNow(deps.clock))))
      throw createNotFoundError(NO_ADDRESS);
  });
  return router;
}
