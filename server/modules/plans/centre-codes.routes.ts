import { Router } from 'express';
import { CALLS } from '#contract/calls/calls.ts';
import { parseCode } from '#contract/rows/centre-codes.ts';
import type { RouterDeps, ServerDeps } from '#server/core/deps.ts';
import { createHttpError } from '#server/core/errors.ts';
import { readJson } from '#server/http/bodies.ts';
import { admitUser, mountCall, mountRowCall } from '#server/http/mount-call.ts';
import { addressOf } from '#server/http/network/network-address.ts';
import { createMalformedCodeError, SIGN_IN_FIRST } from './centre-codes.errors.ts';
import { createCentreCode, endCentreCode } from './centre-codes.usecases.ts';
import { redeemCode } from './redeem.usecases.ts';

export function createRedeemRouter(deps: RouterDeps): Router {
  const router = Router();
  const admit = admitUser(deps, {
    anonymous: SIGN_IN_FIRST,
    notUser: 'Only a user with an account can redeem a code.',
  });
  mountCall(
    router,
    CALLS.redeemCode,
    (typed, { caller: userId, req }) => {
      const code = parseCode(typed.code);
      if (code === undefined) throw createMalformedCodeError();
      return redeemCode(deps, { userId, address: addressOf(req), code });
    },
    { before: [readJson('centreCode')], admit },
  );
  return router;
}

export function createCentreCodesRouter(deps: ServerDeps): Router {
  const router = Router();
  mountCall(router, CALLS.createCode, async (given) => {
    const created = await createCentreCode(deps, given);
    if (!created) throw createPastDayError();
    return created;
  });
  mountRowCall(router, CALLS.endCode, 'There is no such code', (id) => endCentreCode(deps, id));
  return router;
}

const createPastDayError = () =>
  createHttpError(400, 'The last day has already passed. Choose today or a later day.');
