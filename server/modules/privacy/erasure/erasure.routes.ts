import { Router } from 'express';
import { CALLS } from '#contract/calls/calls.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { idOf, mountCall } from '#server/http/mount-call.ts';
import { NO_REQUEST } from '../account-deletion.errors.ts';
import { approveDeletion, refuseDeletion } from '../decisions.usecases.ts';
import { carryOutErasure, eraseAccount } from './erasure.usecases.ts';

export function createErasureRouter(deps: ServerDeps): Router {
  const router = Router();
  mountCall(router, CALLS.approveDeletion, (_input, { params }) =>
    approveDeletion(deps, readId(params)),
  );
  mountCall(router, CALLS.refuseDeletion, ({ reason }, { params }) =>
    refuseDeletion(deps, readId(params), reason),
  );
  mountCall(router, CALLS.carryOutErasure, ({ email }, { params }) =>
    carryOutErasure(deps, readId(params), { actor: 'service_role', typed: email }),
  );
  mountCall(router, CALLS.erasePerson, ({ email }, { params }) =>
    eraseAccount(deps, params.id, email),
  );
  return router;
}

const readId = (params: { readonly id: string }) => idOf(params, NO_REQUEST);
