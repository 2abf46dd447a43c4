import { Router } from 'express';
import type { ServerDeps } from './core/deps.ts';
import { createNotFoundError } from './http/error-handler.ts';
import { authContextOf } from './identity/auth-context.ts';
import { createAdminEntryRouter } from './modules/admins/admin-entry.routes.ts';
import { createAdminLoginRouter } from './modules/auth/admin-login.routes.ts';
import { createAuthLimits } from './modules/auth/auth-limits.ts';
import { neverStore, readRawBody } from './modules/auth/raw-body.ts';
import { createSignInRouter } from './modules/auth/sign-in.routes.ts';
import { createSwitchedOffRouter } from './modules/auth/switched-off.routes.ts';
import { createVerifyRouter } from './modules/auth-mails/verify.routes.ts';
import { createHandOverRouter } from './modules/hand-over/hand-over.routes.ts';
import { createOutboxRouter } from './modules/mail/outbox.routes.ts';
import { createAccountsAdminRouter } from './modules/people/accounts-admin.routes.ts';
import { createOwnAccountRouter } from './modules/people/own-account.routes.ts';

/** Below `/auth/v1`, what anybody may ask: GoTrue's contract, and what is ours beside it. */
export function createAuthApi(deps: ServerDeps): Router {
  const context = authContextOf(deps);
  const limits = createAuthLimits(context);
  const router = Router();

  router.use(neverStore);
  // Limits come before bodies: a storm should cost as little as it can.
  router.use(['/signup', '/otp', '/recover', '/resend'], limits.few);
  router.post('/verify', limits.few);
  router.put('/user', limits.few);
  router.post('/token', limits.ofGrant);
  router.use(readRawBody);

  router.use(createSignInRouter(context));
  router.use(createSwitchedOffRouter(context));
  router.use(createVerifyRouter(context));
  router.use(createOwnAccountRouter(context));
  router.use(createHandOverRouter(context));
  router.use((_req, _res, next) => next(createNotFoundError()));
  return router;
}

/** Below `/auth/v1`, what only the admin may ask, and what makes one of whoever knows the password. */
export function createAuthAdminApi(deps: ServerDeps): Router {
  const context = authContextOf(deps);
  const router = Router();
  router.use(['/admin', '/invite'], neverStore, readRawBody);
  router.use(createAdminLoginRouter(context));
  router.use(createAdminEntryRouter(context));
  router.use(createAccountsAdminRouter(context));
  router.use(createOutboxRouter(context));
  return router;
}
