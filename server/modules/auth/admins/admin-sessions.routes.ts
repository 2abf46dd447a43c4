import { type Request, type Response, Router } from 'express';
import type { AdminToken } from '#contract/calls/auth.ts';
import { CALLS } from '#contract/calls/calls.ts';
import { mountCall } from '#server/http/mount-call.ts';
import { createOwnPageCheck } from '#server/http/network/cross-origin.ts';
import { adminOf, createAdminCheck } from '../admin-check.ts';
import { type AuthContext, contextOfRequest } from '../auth-context.ts';
import { clearAdminCookie, readAdminCookie, setAdminCookie } from './admin-cookie.ts';
import {
  type Entered,
  endOtherAdminSessions,
  endOwnAdminSession,
  endStoredSignIn,
  keepSignIn,
  listOwnAdminSessions,
  resumeSignIn,
} from './admin-sessions.usecases.ts';

/** Resuming a kept sign-in, and the list of the admin's own. */
export function createAdminSessionsRouter(context: AuthContext): Router {
  const router = Router();
  const isOwnPage = createOwnPageCheck(context.config.SITE_URL);
  const before = [createAdminCheck(context)];
  mountCall(
    router,
    CALLS.resumeAdmin,
    async (_input, { req, res }) => {
      const secret = readAdminCookie(req);
      const token = secret === undefined ? undefined : await resumeSignIn(context, secret);
      if (secret !== undefined && !token) clearAdminCookie(context, res);
      return { token: token ?? null };
    },
    { before: [isOwnPage] },
  );
  mountCall(
    router,
    CALLS.getOwnAdminSessions,
    async (_input, { res }) => ({ sessions: await listOwnAdminSessions(context, adminOf(res)) }),
    { before },
  );
  mountCall(
    router,
    CALLS.endOwnAdminSession,
    async (_input, { params: { id }, res }) => {
      const actor = adminOf(res);
      await endOwnAdminSession(context, actor, id);
      if (id.toLowerCase() === actor.sessionId) clearAdminCookie(context, res);
    },
    { before },
  );
  mountCall(
    router,
    CALLS.endOtherAdminSessions,
    (_input, { res }) => endOtherAdminSessions(context, adminOf(res)),
    { before },
  );
  return router;
}

/**
 * Call after a complete sign-in: ends the session kept on this machine before and, if requested, keeps the new one.
 * Never on a kiosk, whose screen is shared.
 */
export async function keepIfAsked(
  context: AuthContext,
  { req, res }: { req: Request; res: Response },
  { keep = false, token, ...entered }: Entered & { keep: boolean | undefined; token: AdminToken },
): Promise<AdminToken> {
  const previous = readAdminCookie(req);
  if (previous !== undefined) {
    await endStoredSignIn(context, previous);
    clearAdminCookie(context, res);
  }
  if (!keep || context.config.KIOSK) return token;
  const kept = await keepSignIn(contextOfRequest(context, req), entered);
  setAdminCookie(context, res, kept.secret);
  return kept.token;
}
