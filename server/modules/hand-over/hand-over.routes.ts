import { type Request, type RequestHandler, Router } from 'express';
import { CALLS } from '#contract/calls/calls.ts';
import { mountCall } from '#server/http/mount-call.ts';
import { createOwnPageCheck } from '#server/http/network/known-hosts.ts';
import { addressOf, isThisMachine } from '#server/http/network/network-address.ts';
import { requireCaller } from '#server/modules/auth/actor-from-request.ts';
import { createRefusal } from '#server/modules/auth/auth.errors.ts';
import { type AuthContext, contextOfRequest } from '#server/modules/auth/auth-context.ts';
import { readBody } from '#server/modules/auth/request-input.ts';
import { markDevice } from '#server/modules/auth/sessions/known-devices.ts';
import {
  approveSignIn,
  cancelHandOver,
  createHandOver,
  redeemHandOver,
  watchHandOver,
} from './hand-over.usecases.ts';

/** Signs in a phone from a kiosk's screen, or the screen from a phone. Only on a kiosk's server. */
export function createHandOverRouter(context: AuthContext): Router {
  const router = Router();
  const isOwnPage = createOwnPageCheck(context.config.SITE_URL);
  router.use('/hand-over', requireKiosk(context), isOwnPage);

  const onThisMachine = { before: [requireThisMachine], read: readBody };
  mountCall(
    router,
    CALLS.requestHandOver,
    async ({ to }, { req }) => {
      const caller = to === 'phone' ? await requireCaller(context, req) : undefined;
      return createHandOver(context, caller);
    },
    onThisMachine,
  );
  mountCall(
    router,
    CALLS.watchHandOver,
    ({ secret }, { req }) => watchHandOver(contextOfRequest(context, req), secret),
    onThisMachine,
  );
  mountCall(
    router,
    CALLS.cancelHandOver,
    ({ secret }) => cancelHandOver(context, secret),
    onThisMachine,
  );

  mountCall(
    router,
    CALLS.redeemHandOver,
    async ({ code }, { req, res }) => {
      const session = await redeemHandOver(contextOfRequest(context, req), code, addressOf(req));
      markDevice(context, req, res, session.user.id);
      return session;
    },
    { read: readBody },
  );
  mountCall(
    router,
    CALLS.approveSignIn,
    ({ code }, { caller, req }) => approveSignIn(context, caller, code, addressOf(req)),
    { read: readBody, admit: (req: Request) => requireCaller(context, req) },
  );
  return router;
}

function requireKiosk({ config }: AuthContext): RequestHandler {
  return (_req, _res, next) => next(config.KIOSK ? undefined : createRefusal('handOverDisabled'));
}

const requireThisMachine: RequestHandler = (req, _res, next) =>
  next(isThisMachine(req) ? undefined : createRefusal('notThisMachine'));
