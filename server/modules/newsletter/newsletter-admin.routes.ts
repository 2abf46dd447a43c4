import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Router } from 'express';
import { CALLS } from '#contract/calls/calls.ts';
import { isoNow } from '#server/core/clock.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { mountCall, mountRowCall } from '#server/http/mount-call.ts';
import { unsubscribe } from './newsletter.repository.ts';
import { listSubscribersAsCsv } from './newsletter.usecases.ts';

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

  mountRowCall(router, CALLS.unsubscribe, 'There is no such address on the list', (id) =>
    unsubscribe(deps.db, id, isoNow(deps.clock)),
  );
  return router;
}
