import express, { type Request, type RequestHandler, Router } from 'express';
import {
  otpSchema,
  passwordGrantSchema,
  pkceGrantSchema,
  recoverSchema,
  refreshGrantSchema,
  resendSchema,
  signUpSchema,
  userUpdateSchema,
} from '#contract/auth.ts';
import { LIMITS } from '#contract/limits.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { createNotFoundError } from '#server/http/error-handler.ts';
import { parseLogoutScope, signOut, updateAccount } from './account.usecases.ts';
import { requireCaller, requireClaims, requirePerson } from './actor-from-request.ts';
import { createAdminRouter } from './admin.routes.ts';
import {
  createBadJsonError,
  createBodyTooLargeError,
  createInvalidCredentialsError,
  createValidationError,
} from './auth.errors.ts';
import { type AuthContext, authContextOf } from './auth-context.ts';
import { createAuthLimits } from './auth-limits.ts';
import { createHandOverRouter } from './hand-over.routes.ts';
import {
  resendMail,
  sendMagicLink,
  sendReauthenticationCode,
  sendRecovery,
} from './mail-links.usecases.ts';
import { refreshSession } from './refresh.usecases.ts';
import { readBody, readQuery, readRedirect } from './request-input.ts';
import { describeService, describeSettings } from './service-info.ts';
import { exchangeAuthCode, signInWithPassword } from './sign-in.usecases.ts';
import { signUp } from './sign-up.usecases.ts';
import { toAuthUser } from './user-view.ts';
import { createVerifyRouter } from './verify.routes.ts';

export function createAuthRouter(deps: ServerDeps): Router {
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

  router.use(createPublicRoutes(context));
  router.use(createVerifyRouter(context));
  router.use(createAccountRoutes(context));
  router.use(createHandOverRouter(context));
  router.use(createAdminRouter(context));
  router.use((_req, _res, next) => next(createNotFoundError()));
  return router;
}

function createPublicRoutes(context: AuthContext): Router {
  const router = Router();
  router.post('/signup', async (req, res) => {
    const input = readBody(signUpSchema, req);
    res.json(await signUp(context, input, readRedirect(context, req)));
  });
  router.post('/token', async (req, res) => {
    res.json(await grant(context, req));
  });
  router.post('/otp', async (req, res) => {
    await sendMagicLink(context, readBody(otpSchema, req), readRedirect(context, req));
    res.json({});
  });
  router.post('/recover', async (req, res) => {
    await sendRecovery(context, readBody(recoverSchema, req), readRedirect(context, req));
    res.json({});
  });
  router.post('/resend', async (req, res) => {
    await resendMail(context, readBody(resendSchema, req), readRedirect(context, req));
    res.json({});
  });
  router.get('/settings', async (_req, res) => {
    const { switches } = await context.settings.read();
    res.json(describeSettings(context.config, switches));
  });
  router.get('/health', (_req, res) => void res.json(describeService()));
  // Signed with a shared secret, so there is no key to publish; the client then asks `/user`.
  router.get('/.well-known/jwks.json', (_req, res) => void res.json({ keys: [] }));
  return router;
}

function grant(context: AuthContext, req: Request) {
  switch (readQuery(req).get('grant_type')) {
    case 'password':
      return signInWithPassword(context, readBody(passwordGrantSchema, req));
    case 'refresh_token':
      return refreshSession(context, readBody(refreshGrantSchema, req).refresh_token);
    case 'pkce':
      return exchangeAuthCode(context, readBody(pkceGrantSchema, req));
    default:
      throw createInvalidCredentialsError('unsupported_grant_type');
  }
}

function createAccountRoutes(context: AuthContext): Router {
  const router = Router();
  router.get('/user', async (req, res) => {
    const claims = await requireClaims(context, req);
    const { user } = await requirePerson(context, claims);
    if (claims['aud'] !== 'authenticated') {
      throw createValidationError("Token audience doesn't match request audience");
    }
    res.json(toAuthUser(user));
  });
  router.put('/user', async (req, res) => {
    const caller = await requireCaller(context, req);
    const input = readBody(userUpdateSchema, req);
    res.json(await updateAccount(context, caller, input, readRedirect(context, req)));
  });
  router.post('/logout', async (req, res) => {
    const caller = await requireCaller(context, req);
    await signOut(context, caller, parseLogoutScope(readQuery(req).get('scope')));
    res.status(204).end();
  });
  router.get('/reauthenticate', async (req, res) => {
    const caller = await requireCaller(context, req);
    await sendReauthenticationCode(context, caller.user);
    res.json({});
  });
  return router;
}

const neverStore: RequestHandler = (_req, res, next) => {
  res.set('Cache-Control', 'no-store');
  next();
};

const rawBody = express.raw({ type: () => true, limit: LIMITS.bodyBytes });

/** Bytes, whatever type the client says they are; each route reads its own JSON out of them. */
const readRawBody: RequestHandler = (req, res, next) => {
  rawBody(req, res, (error?: unknown) => {
    if (error === undefined) next();
    else if (Object(error).type === 'entity.too.large') next(createBodyTooLargeError());
    else next(createBadJsonError('the body could not be read'));
  });
};
