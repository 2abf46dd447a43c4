import { type Request, type RequestHandler, Router } from 'express';
import { CALLS } from '#contract/calls/calls.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { createHttpError } from '#server/core/errors.ts';
import { QUOTAS } from '#server/core/limits.ts';
import { readJson } from '#server/http/bodies.ts';
import { mountCall } from '#server/http/mount-call.ts';
import { createRateLimit } from '#server/http/network/rate-limit.ts';
import { enrolKiosk, leaveKiosk, receiveReport } from './kiosk-reports.usecases.ts';

const BEARER = /^bearer\s+(\S+)$/i;

/** Endpoints for kiosk shells, which authenticate by the kiosk's token. */
export function createKioskReportsRouter(deps: ServerDeps): Router {
  const router = Router();
  const readBody = readJson('kioskReport');
  const limit = createRateLimit(deps, QUOTAS.kioskCode);

  mountCall(
    router,
    CALLS.reportKiosk,
    async (report, { req }) => {
      const commands = await receiveReport(deps, tokenOf(req), report);
      if (!commands) throw createUnknownKioskError();
      return commands;
    },
    // Refuses requests without a token before their body is read.
    { before: [requireToken, readBody] },
  );
  mountCall(
    router,
    CALLS.enrolKiosk,
    async (enrolment) => {
      if (!(await enrolKiosk(deps, enrolment))) throw createBadCodeError();
    },
    { before: [limit, readBody] },
  );
  mountCall(router, CALLS.leaveKiosk, async (_input, { req }) => {
    if (!(await leaveKiosk(deps, tokenOf(req)))) throw createUnknownKioskError();
  });
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
  createHttpError(401, 'The server does not know this kiosk. Add it in the admin area.');

const createBadCodeError = () =>
  createHttpError(400, 'This code is wrong or has expired. Make a new one in the admin area.');
