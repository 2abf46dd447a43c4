import { Router } from 'express';
import { CALLS } from '#contract/calls/calls.ts';
import type { RouterDeps } from '#server/core/deps.ts';
import { mountCall } from '#server/http/mount-call.ts';
import {
  changeRole,
  inviteAdmin,
  listAdmins,
  removeAdmin,
  renewInvitation,
  resetSecondFactor,
} from './admins.usecases.ts';

export function createAdminsRouter(deps: RouterDeps): Router {
  const { resolveActor: admit } = deps;
  const router = Router();
  mountCall(router, CALLS.getAdmins, async () => ({ people: await listAdmins(deps) }));
  mountCall(router, CALLS.inviteAdmin, (input) => inviteAdmin(deps, input));
  mountCall(router, CALLS.renewAdminInvitation, (_input, { params }) =>
    renewInvitation(deps, params.id),
  );
  mountCall(
    router,
    CALLS.changeAdminRole,
    ({ role }, { params, caller }) => changeRole(deps, caller, params.id, role),
    { admit },
  );
  mountCall(router, CALLS.resetSecondFactor, (_input, { params }) =>
    resetSecondFactor(deps, params.id),
  );
  mountCall(
    router,
    CALLS.removeAdmin,
    (_input, { params, caller }) => removeAdmin(deps, caller, params.id),
    { admit },
  );
  return router;
}
