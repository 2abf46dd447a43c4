import { type Request, Router } from 'express';
import { CALLS } from '#contract/calls/calls.ts';
import type { RouterDeps } from '#server/core/deps.ts';
import { createHttpError } from '#server/core/errors.ts';
import { isUuid } from '#server/core/ids.ts';
import { createNotFoundError } from '#server/http/error-handler.ts';
import { mountCall } from '#server/http/mount-call.ts';
import { authContextOf } from '#server/modules/auth/auth-context.ts';

/** Lists and ends the user's sessions. GoTrue's `/logout?scope=others` ends all others. */
export function createOwnSessionsRouter(deps: RouterDeps): Router {
  const { resolveActor } = deps;
  const router = Router();
  const { sessions } = authContextOf(deps);
  const admit = async (req: Request) => {
    const { userId, sessionId } = await resolveActor(req);
    if (userId === null) throw createSignInError();
    return { userId, sessionId };
  };
  mountCall(
    router,
    CALLS.getOwnSessions,
    async (_input, { caller: { userId, sessionId } }) => {
      const rows = await sessions.listLiveOf(userId);
      return {
        sessions: rows.map(({ id, device, created_at, updated_at }) => ({
          id,
          device,
          created_at,
          last_used_at: updated_at,
          is_current: id === sessionId,
        })),
      };
    },
    { admit },
  );
  mountCall(
    router,
    CALLS.endOwnSession,
    async (_input, { params: { id }, caller: { userId } }) => {
      const isEnded = isUuid(id) && (await sessions.endOneOf(userId, id.toLowerCase()));
      if (!isEnded) throw createNotFoundError('There is no such session');
    },
    { admit },
  );
  return router;
}

const createSignInError = () =>
  createHttpError(401, 'Sign in first: only you may see where you are signed in.');
