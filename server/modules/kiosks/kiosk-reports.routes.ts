import express, { Router } from 'express';
import { HTTP_ERROR } from '#contract/error-codes.ts';
import { kioskEnrolmentSchema, kioskReportSchema } from '#contract/kiosks.ts';
import { API_PATHS } from '#contract/paths.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { AppError } from '#server/core/errors.ts';
import { createRateLimit } from '#server/http/rate-limit.ts';
import { readJson } from '#server/http/read-json.ts';
import { enrolKiosk, receiveReport } from './kiosk-reports.usecases.ts';

/** Nobody types codes faster; whoever does is guessing. */
const CODES_PER_WINDOW = 10;
const WINDOW_MS = 10 * 60_000;
const BEARER = /^bearer\s+(\S+)$/i;

/** What the shells of kiosks ask. Neither a page nor the admin has what it takes to report. */
export function createKioskReportsRouter(deps: ServerDeps): Router {
  const router = Router();
  const readBody = express.json({ limit: '16kb' });
  const limit = createRateLimit({
    clock: deps.clock,
    limit: CODES_PER_WINDOW,
    windowMs: WINDOW_MS,
  });

  router.post(API_PATHS.kioskReports, async (req, res, next) => {
    const token = BEARER.exec(req.get('authorization') ?? '')?.[1];
    if (token === undefined) throw createUnknownKioskError();
    // Only who shows a token at all has a body read.
    readBody(req, res, (error) => {
      if (error) return next(error);
      answerReport(token).catch(next);
    });

    async function answerReport(shown: string): Promise<void> {
      const orders = await receiveReport(deps, shown, readJson(kioskReportSchema, req));
      if (!orders) throw createUnknownKioskError();
      res.set('Cache-Control', 'no-store').json(orders);
    }
  });

  router.post(API_PATHS.kioskEnrolments, limit, readBody, async (req, res) => {
    if (!(await enrolKiosk(deps, readJson(kioskEnrolmentSchema, req)))) throw createBadCodeError();
    res.set('Cache-Control', 'no-store').json({});
  });

  return router;
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
