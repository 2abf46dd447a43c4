import { type Request, type Response, Router } from 'express';
import { ADMIN_SESSION_LIFE_S, type AdminToken } from '#contract/calls/auth.ts';
import { CALLS } from '#contract/calls/calls.ts';
import { ADMIN_COOKIE } from '#contract/constants/device-cookie.ts';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { mountCall } from '#server/http/mount-call.ts';
import { createOwnPageCheck } from '#server/http/network/known-hosts.ts';
import { adminOf, createAdminCheck } from '../admin-check.ts';
import { type AuthContext, contextOfRequest } from '../auth-context.ts';
import {
  endOtherAdminSessions,
  endOwnAdminSession,
  endStoredSignIn,
  keepSignIn,
  listOwnAdminSessions,
  resumeSignIn,
} from './admin-sessions.usecases.ts';
import type { SignIn } from './admin-token.ts';

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
 * Call after a sign-in: ends the previous session kept in this browser and, if requested, keeps the new session. A
 * kiosk never keeps a session, because its screen is shared.
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

/** The secret has 32 bytes in base64url. */
const COOKIE = new RegExp(`(?:^|; *)${ADMIN_COOKIE}=([A-Za-z0-9_-]{43})(?:;|$)`);

/** Browsers send the cookie only to the admin's sign-in, and never cross-site. */
const optionsOf = ({ config }: AuthContext) =>
  ({
    httpOnly: true,
    sameSite: 'strict',
    secure: config.SITE_URL.startsWith('https:'),
    path: `${API_PATHS.auth}/admin`,
  }) as const;

const readAdminCookie = ({ headers }: Request): string | undefined =>
  COOKIE.exec(headers.cookie ?? '')?.[1];

function setAdminCookie(context: AuthContext, res: Response, secret: string): void {
  const maxAge = ADMIN_SESSION_LIFE_S * 1_000;
  res.cookie(ADMIN_COOKIE, secret, { ...optionsOf(context), maxAge });
}

function clearAdminCookie(context: AuthContext, res: Response): void {
  res.clearCookie(ADMIN_COOKIE, optionsOf(context));
}
