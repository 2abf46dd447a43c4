import { type Request, Router } from 'express';
import { CALLS } from '#contract/calls/calls.ts';
import { mountCall } from '#server/http/mount-call.ts';
import { addressOf } from '#server/http/network/network-address.ts';
import {
  findAdminActor,
  findPersonOfToken,
  hasSecondFactor,
  requireClaims,
} from '../actor-from-request.ts';
import { createAdminCheck } from '../admin-check.ts';
import { createNotAdminError, createRefusal } from '../auth.errors.ts';
import type { AuthContext } from '../auth-context.ts';
import { readBody } from '../request-input.ts';
import { ADMIN_SUBJECT, findKnownDevice, markDevice } from '../sessions/known-devices.ts';
import { maybeKeepSignIn } from './admin-sessions.routes.ts';
import { type AdminPersonRow, findCountedAdmin } from './admins.repository.ts';
import { toAdminPerson } from './admins.usecases.ts';
import {
  acceptInvitation,
  changeOwnPassword,
  confirmOwnSecondFactor,
  readInvitation,
  signInAdminPerson,
} from './named-admin.usecases.ts';
import { beginSecondFactor } from './second-factor.usecases.ts';
import { changeAdminPassword, signInAdmin } from './shared-password.usecases.ts';

/** Sign-in by the shared password or as a named admin, and the admin's own account. */
export function createAdminSignInRouter(context: AuthContext): Router {
  const router = Router();
  const read = readBody;
  const own = { read, admit: (req: Request) => requireAdminPerson(context, req) };
  const withSecondFactor = { read, admit: (req: Request) => requireSecondFactor(context, req) };

  mountCall(
    router,
    CALLS.signInAdmin,
    async ({ password, keep }, { req, res }) => {
      const signedIn = await signInAdmin(context, password, attemptOf(context, req, ADMIN_SUBJECT));
      markDevice(context, req, res, ADMIN_SUBJECT);
      return maybeKeepSignIn(context, { req, res }, { ...signedIn, keep });
    },
    { read },
  );
  mountCall(
    router,
    CALLS.changeAdminPassword,
    (input, { req }) => changeAdminPassword(context, input, attemptOf(context, req, ADMIN_SUBJECT)),
    { before: [createAdminCheck(context)], read },
  );
  mountCall(
    router,
    CALLS.signInAdminPerson,
    async ({ keep, ...input }, { req, res }) => {
      const { token, person } = await signInAdminPerson(context, input, (found) =>
        attemptOf(context, req, found && subjectOf(found)),
      );
      markDevice(context, req, res, subjectOf(person));
      // Until the second factor is set up, the sign-in is incomplete and not kept.
      const isComplete = person.totp_confirmed_at !== null;
      return maybeKeepSignIn(context, { req, res }, { token, person, keep: isComplete && keep });
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
    const withCodeCount = person && (await findCountedAdmin(context.db.kysely, person.id));
    if (withCodeCount) return { person: toAdminPerson(withCodeCount) };
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
    async ({ code, keep }, { caller, req, res }) => {
      const { codes, token, changed } = await confirmOwnSecondFactor(context, caller, code);
      const signedIn = { token, person: changed, keep };
      return { codes, token: await maybeKeepSignIn(context, { req, res }, signedIn) };
    },
    own,
  );
  mountCall(
    router,
    CALLS.changeOwnAdminPassword,
    (input, { caller, req }) =>
      changeOwnPassword(context, caller, input, attemptOf(context, req, subjectOf(caller))),
    withSecondFactor,
  );
  return router;
}

const attemptOf = (context: AuthContext, req: Request, subject: string | undefined) => ({
  network: addressOf(req),
  knownDevice: subject && findKnownDevice(context, req, subject),
});

/** Each admin has their own known devices, separate from those of the shared password. */
const subjectOf = ({ id }: Pick<AdminPersonRow, 'id'>) => `${ADMIN_SUBJECT}:${id}`;

/** Admits admins who have not set up a second factor yet. */
async function requireAdminPerson(context: AuthContext, req: Request): Promise<AdminPersonRow> {
  const person = await findPersonOfToken(context, await requireClaims(context, req));
  if (!person) throw createNotAdminError();
  return person;
}

async function requireSecondFactor(context: AuthContext, req: Request): Promise<AdminPersonRow> {
  const claims = await requireClaims(context, req);
  if (!hasSecondFactor(claims)) throw createRefusal('secondFactorMissing');
  return requireAdminPerson(context, req);
}
