import { Router } from 'express';
import { CALLS } from '#contract/calls/calls.ts';
import { AUTH_ERROR } from '#contract/constants/error-codes.ts';
import { mountCall } from '#server/http/mount-call.ts';
import { createAdminCheck } from '#server/modules/auth/admin-check.ts';
import { createAuthError } from '#server/modules/auth/auth.errors.ts';
import type { AuthContext } from '#server/modules/auth/auth-context.ts';
import { listOutbox, readOutbox } from './mail.usecases.ts';

/** Without a mail server, admins can read the unsent mails. */
export function createOutboxRouter(context: AuthContext): Router {
  const router = Router();
  const { DATA_DIR } = context.config;
  const before = [createAdminCheck(context)];
  mountCall(router, CALLS.getOutbox, async () => ({ mails: await listOutbox(DATA_DIR) }), {
    before,
  });
  mountCall(
    router,
    CALLS.getOutboxMail,
    async (_input, { params }) => {
      const mail = await readOutbox(DATA_DIR, params.name);
      if (!mail) throw createAuthError(404, AUTH_ERROR.notFound, 'There is no such mail');
      return mail;
    },
    { before },
  );
  return router;
}
