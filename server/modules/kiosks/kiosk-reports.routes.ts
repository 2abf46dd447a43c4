import express, { type Request, type RequestHandler, Router } from 'express';
import { CALLS } from '#contract/calls/calls.ts';
import { HTTP_ERROR } from '#contract/words/error-codes.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { AppError } from '#server/core/errors.ts';
import { mountCall } from '#server/http/mount-call.ts';
import { createRateLimit } from '#server/http/rate-limit.ts';
import { keepPicture } from './kiosk-pictures.usecases.ts';
import { enrolKiosk, findReporter, leaveKiosk, receiveReport } from './kiosk-reports.usecases.ts';

/** Nobody types codes faster; whoever does is guessing. */
const CODES_PER_WINDOW = 10;
const WINDOW_MS = 10 * 60_000;
const BEARER = /^bearer\s+(\S+)$/i;

/** What the shells of kiosks ask. Neither a page nor the admin has what it takes to report. */
export function createKioskReportsRouter(deps: ServerDeps): Router {
  const router = Router();
  const readBody = express.json({ limit: '16kb' });
  const limit = createRateLimit(deps, {
    what: 'kiosk-code',
    limit: CODES_PER_WINDOW,
    windowMs: WINDOW_MS,
  });

  mountCall(
    router,
    CALLS.reportKiosk,
    async (report, { req, res }) => {
      const orders = await receiveReport(deps, tokenOf(req), report);
      if (!orders) throw createUnknownKioskError();
      res.set('Cache-Control', 'no-store');
      return orders;
    },
    // Only who shows a token at all has a body read.
    { before: [requireToken, readBody] },
  );
  mountCall(
    router,
    CALLS.enrolKiosk,
    async (enrolment, { res }) => {
      if (!(await enrolKiosk(deps, enrolment))) throw createBadCodeError();
      res.set('Cache-Control', 'no-store');
    },
    { before: [limit, readBody] },
  );
  mountCall(router, CALLS.leaveKiosk, async (_input, { req }) => {
    if (!(await leaveKiosk(deps, tokenOf(req)))) throw createUnknownKioskError();
  });
  mountCall(
    router,
    CALLS.showKiosk,
    async ({ image }, { req }) => {
      const kiosk = await findReporter(deps, tokenOf(req));
      if (!kiosk) throw createUnknownKioskError();
      await keepPicture(deps, kiosk.id, image);
    },
    { before: [requireToken, express.json({ limit: '800kb' })] },
  );

  return router;
}

const requireToken: RequestHandler = (req, _res, next) => {
  tokenOf(req);
  next();
};

function tokenOf(req: Request): string {
  const token = BEARER.exec(req.get('authorization') ?? '')?.[1];
  if (token === undefined) throw createUnknownKioskError();
  return token;
}

const createUnknownKioskError = () =>
  new AppError({
    status: 401,
    code: HTTP_ERROR.unauthorized,
    publicMessage: 'This is for kiosks that this server knows. Add the kiosk in the admin area.',
  });

const createBadCodeError = () =>
  new AppError({
    status: 400,
    code: HTTP_ERROR.badRequest,
    publicMessage: 'This code is not good, or no longer. Make a new one in the admin area.',
  });
