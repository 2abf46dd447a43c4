import { type Request, Router } from 'express';
import { CALLS } from '#contract/calls/calls.ts';
import { AUTH_ERROR } from '#contract/words/error-codes.ts';
import { mountCall } from '#server/http/mount-call.ts';
import { addressOf } from '#server/http/rate-limit.ts';
import {
  findAdminActor,
  findPersonOfToken,
  requireClaims,
} from '#server/identity/actor-from-request.ts';
import { type AdminPersonRow, countedAdmin } from '#server/identity/admin-people.repository.ts';
import type { AuthContext } from '#server/identity/auth-context.ts';
import {
  ADMIN_SUBJECT,
  findKnownDevice,
  markDevice,
} from '#server/identity/sessions/device-marks.ts';
import { createAuthError } from '#server/identity/wire/auth.errors.ts';
import { readBody } from '#server/identity/wire/request-input.ts';
import {
  acceptInvitation,
  changeOwnPassword,
  readInvitation,
  signInAdminPerson,
} from './admin-entry.usecases.ts';
import { toAdminPerson } from './admins.usecases.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  renewRecoveryCodes,
} from './second-factor.usecases.ts';

/** The way in of an admin with a name, and what is hers alone; all else waits for her second factor. */
export function createAdminEntryRouter(context: AuthContext): Router {
  const router = Router();
  const read = readBody;
  const own = { read, admit: (req: Request) => requireAdminPerson(context, req) };

  mountCall(
    router,
    CALLS.signInAdminPerson,
    async (input, { req, res }) => {
      const knownDevice = findKnownDevice(context, req, ADMIN_SUBJECT);
      const from = { address: addressOf(req), knownDevice };
      const token = await signInAdminPerson(context, input, from);
      markDevice(context, req, res, ADMIN_SUBJECT);
      return token;
    },
    { read },
  );
  mountCall(router, CALLS.readAdminInvitation, ({ token }) => readInvitation(context, token), {
    read,
  });
  mountCall(router, CALLS.acceptAdminInvitation, (input) => acceptInvitation(context, input), {
    read,
  });

  mountCall(router, CALLS.getOwnAdmin, async (_input, { req }) => {
    const claims = await requireClaims(context, req);
    const person = await findPersonOfToken(context, claims);
    const counted = person && (await countedAdmin(context.db.kysely, person.id));
    if (counted) return { person: toAdminPerson(counted) };
    if (!(await findAdminActor(context, req, claims))) throw createNotAdminError();
    return { person: null };
  });
  mountCall(
    router,
    CALLS.beginSecondFactor,
    (_input, { caller }) => beginSecondFactor(context, caller),
    own,
  );
  mountCall(
    router,
    CALLS.confirmSecondFactor,
    async ({ code }, { caller }) => ({ codes: await confirmSecondFactor(context, caller, code) }),
    own,
  );
  mountCall(
    router,
    CALLS.renewRecoveryCodes,
    async ({ code }, { caller }) => ({ codes: await renewRecoveryCodes(context, caller, code) }),
    own,
  );
  mountCall(
    router,
    CALLS.changeOwnAdminPassword,
    (input, { caller }) => changeOwnPassword(context, caller, input),
    own,
  );
  return router;
}

/** Whose token it is, also before she has a second factor. */
async function requireAdminPerson(context: AuthContext, req: Request): Promise<AdminPersonRow> {
  const person = await findPersonOfToken(context, await requireClaims(context, req));
  if (!person) throw createNotAdminError();
  return person;
}

const createNotAdminError = () => createAuthError(403, AUTH_ERROR.notAdmin, 'User not allowed');
