import { Router } from 'express';
import type { ServerDeps } from './core/deps.ts';
import { createNotFoundError } from './http/error-handler.ts';
import { createAdminSessionsRouter } from './modules/auth/admins/admin-sessions.routes.ts';
import { createAdminSignInRouter } from './modules/auth/admins/admin-sign-in.routes.ts';
import { createSignInRouter } from './modules/auth/auth.routes.ts';
import { authContextOf } from './modules/auth/auth-context.ts';
import { createAuthLimits } from './modules/auth/auth-limits.ts';
import { createDisabledMethodsRouter } from './modules/auth/disabled-methods.routes.ts';
import { createVerifyRouter } from './modules/auth/mails/verify.routes.ts';
import { neverStore, readRawBody } from './modules/auth/raw-body.ts';
import { createHandOverRouter } from './modules/hand-over/hand-over.routes.ts';
import { createOutboxRouter } from './modules/mail/outbox.routes.ts';
import { createAccountsAdminRouter } from './modules/people/accounts-admin.routes.ts';
import { createOwnAccountRouter } from './modules/people/own-account.routes.ts';

/** Public endpoints below `/auth/v1`: GoTrue's contract and our additions. */
export function createAuthApi(deps: ServerDeps): Router {
  const context = authContextOf(deps);
  const limits = createAuthLimits(context);
  const router = Router();

  router.use(neverStore);
  // Rate limits before body parsing, so that a flood stays cheap.
  router.use(['/signup', '/otp', '/magiclink', '/recover', '/resend'], limits.mailsAndCodes);
  router.post('/verify', limits.mailsAndCodes);
  router.put('/user', limits.mailsAndCodes);
  router.post('/token', limits.tokenGrants);
  router.use(readRawBody);

  router.use(createSignInRouter(context));
  router.use(createDisabledMethodsRouter(context));
  router.use(createVerifyRouter(context));
  router.use(createOwnAccountRouter(context));
  router.use(createHandOverRouter(context));
  router.use((_req, _res, next) => next(createNotFoundError()));
  return router;
}

/** Admin endpoints below `/auth/v1`, including the admin sign-in. */
export function createAuthAdminApi(deps: ServerDeps): Router {
  const context = authContextOf(deps);
  const router = Router();
  router.use(['/admin', '/invite'], neverStore, readRawBody);
  router.use(createAdminSignInRouter(context));
  router.use(createAdminSessionsRouter(context));
  router.use(createAccountsAdminRouter(context));
  router.use(createOutboxRouter(context));
  return router;
}
