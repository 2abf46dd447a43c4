import { type Request, type Response, Router } from 'express';
import type { AdminToken } from '#contract/calls/auth.ts';
import { CALLS } from '#contract/calls/calls.ts';
import { mountCall } from '#server/http/mount-call.ts';
import { createOwnPageCheck } from '#server/http/network/cross-origin.ts';
import { adminOf, createAdminCheck } from '../admin-check.ts';
import { type AuthContext, contextOfRequest } from '../auth-context.ts';
import { clearAdminCookie, readAdminCookie, setAdminCookie } from './admin-cookie.ts';
import {
  endOtherAdminSessions,
  endOwnAdminSession,
  endStoredSignIn,
  keepSignIn,
  listOwnAdminSessions,
  resumeSignIn,
  type SignIn,
} from './admin-sessions.usecases.ts';

/** Resumes, lists and ends "keep me signed in" sessions. */
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
 * Call after a sign-in: ends the session kept in this browser before and, if requested, keeps the new one. A kiosk
 * never keeps one, because its screen is shared.
 */
export async function maybeKeepSignIn(
  context: AuthContext,
  { req, res }: { req: Request; res: Response },
  { keep = false, token, ...signIn }: SignIn & { keep: boolean | undefined; token: AdminToken },
): Promise<AdminToken> {
  const previous = readAdminCookie(req);
  if (previous !== undefined) {
    await endStoredSignIn(context, previous);
    clearAdminCookie(context, res);
  }
  if (!keep || context.config.KIOSK) return token;
  const kept = await keepSignIn(contextOfRequest(context, req), signIn);
  setAdminCookie(context, res, kept.secret);
  return kept.token;
}
