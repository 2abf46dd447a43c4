import { type RequestHandler, Router } from 'express';
import {
  handOverCodeSchema,
  handOverRequestSchema,
  handOverSecretSchema,
} from '#contract/hand-over.ts';
import { createOwnPageCheck } from '#server/http/cross-site.ts';
import { addressOf } from '#server/http/rate-limit.ts';
import { isThisMachine } from '#server/http/this-machine.ts';
import { requireCaller } from './actor-from-request.ts';
import { createHandOverDisabledError, createNotThisMachineError } from './auth.errors.ts';
import type { AuthContext } from './auth-context.ts';
import {
  cancelHandOver,
  createHandOver,
  letScreenIn,
  redeemHandOver,
  watchHandOver,
} from './hand-over.usecases.ts';
import { readBody } from './request-input.ts';

/** From the shared screen to her own phone and back; only on a kiosk's server. */
export function createHandOverRouter(context: AuthContext): Router {
  const router = Router();
  const isOwnPage = createOwnPageCheck(context.config.SITE_URL);
  router.use('/hand-over', requireKiosk(context), isOwnPage);

  router.post('/hand-over/codes', requireThisMachine, async (req, res) => {
    const { to } = readBody(handOverRequestSchema, req);
    const caller = to === 'phone' ? await requireCaller(context, req) : undefined;
    res.json(await createHandOver(context, caller));
  });
  router.post('/hand-over/watch', requireThisMachine, async (req, res) => {
    res.json(await watchHandOver(context, readBody(handOverSecretSchema, req).secret));
  });
  router.post('/hand-over/cancel', requireThisMachine, async (req, res) => {
    await cancelHandOver(context, readBody(handOverSecretSchema, req).secret);
    res.status(204).end();
  });

  router.post('/hand-over/redeem', async (req, res) => {
    const { code } = readBody(handOverCodeSchema, req);
    res.json(await redeemHandOver(context, code, addressOf(req)));
  });
  router.post('/hand-over/let-in', async (req, res) => {
    const caller = await requireCaller(context, req);
    const { code } = readBody(handOverCodeSchema, req);
    await letScreenIn(context, caller, code, addressOf(req));
    res.status(204).end();
  });
  return router;
}

function requireKiosk({ config }: AuthContext): RequestHandler {
  return (_req, _res, next) => next(config.KIOSK ? undefined : createHandOverDisabledError());
}

const requireThisMachine: RequestHandler = (req, _res, next) =>
  next(isThisMachine(req) ? undefined : createNotThisMachineError());
