import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Router } from 'express';
import { idSchema } from '#contract/columns.ts';
import { HTTP_ERROR } from '#contract/error-codes.ts';
import { NEWSLETTER_STATES } from '#contract/newsletter-subscribers.ts';
import { isoNow } from '#server/core/clock.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { AppError } from '#server/core/errors.ts';
import { createNotFoundError } from '#server/http/error-handler.ts';
import { takeOffList } from './newsletter.repository.ts';
import { listSubscribersAsCsv } from './newsletter.usecases.ts';

const FILTERS = ['all', ...NEWSLETTER_STATES] as const;

/** Mounted where only the admin comes. Reading the list page by page needs nothing but its table. */
export function createNewsletterAdminRouter(deps: ServerDeps): Router {
  const router = Router();

  router.get('/newsletter.csv', async (req, res) => {
    const filter = FILTERS.find((name) => name === (req.query['status'] ?? 'confirmed'));
    if (!filter) {
      throw new AppError({
        status: 400,
        code: HTTP_ERROR.badRequest,
        publicMessage: `status is one of ${FILTERS.join(', ')}.`,
      });
    }
    res.set({
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="newsletter-${filter}.csv"`,
      'Cache-Control': 'no-store',
    });
    await pipeline(Readable.from(listSubscribersAsCsv(deps, filter)), res);
  });

  router.post('/newsletter/:id/unsubscribe', async (req, res) => {
    const id = idSchema.safeParse(Number(req.params.id));
    const isKnown = id.success && (await takeOffList(deps.db, id.data, isoNow(deps.clock)));
    if (!isKnown) throw createNotFoundError('There is no such address on the list');
    res.json({});
  });
  return router;
}
