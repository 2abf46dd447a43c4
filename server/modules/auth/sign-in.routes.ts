import { type Request, Router } from 'express';
import {
  idTokenGrantSchema,
  otpSchema,
  passwordGrantSchema,
  pkceGrantSchema,
  recoverSchema,
  refreshGrantSchema,
  resendSchema,
  signUpSchema,
} from '#contract/calls/auth.ts';
import { requireCaller } from '#server/identity/actor-from-request.ts';
import type { AuthContext } from '#server/identity/auth-context.ts';
import { findKnownDevice, markDevice } from '#server/identity/sessions/device-marks.ts';
import { readBody, readQuery, readRedirect } from '#server/identity/wire/request-input.ts';
import { exchangeAuthCode } from '#server/modules/auth-mails/exchange-code.usecases.ts';
import {
  resendMail,
  sendMagicLink,
  sendReauthenticationCode,
  sendRecovery,
} from './mail-links.usecases.ts';
import { refreshSession } from './refresh.usecases.ts';
import { describeService, describeSettings } from './service-info.ts';
import { createInvalidCredentialsError } from './sign-in.errors.ts';
import { signInWithPassword } from './sign-in.usecases.ts';
import { parseLogoutScope, signOut } from './sign-out.usecases.ts';
import { signUp } from './sign-up.usecases.ts';
import { createProviderDisabledError, createWeb3DisabledError } from './switched-off.errors.ts';

/** Ways in and out of an account. */
export function createSignInRouter(context: AuthContext): Router {
  const router = Router();
  router.post('/signup', async (req, res) => {
    const input = readBody(signUpSchema, req);
    const answer = await signUp(context, input, readRedirect(context, req));
    if ('access_token' in answer) markDevice(context, req, res, answer.user.id);
    res.json(answer);
  });
  router.post('/token', async (req, res) => {
    const session = await grant(context, req);
    markDevice(context, req, res, session.user.id);
    res.json(session);
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
      return signInWithPassword(context, readBody(passwordGrantSchema, req), (userId) =>
        findKnownDevice(context, req, userId),
      );
    case 'refresh_token':
      return refreshSession(context, readBody(refreshGrantSchema, req).refresh_token);
    case 'pkce':
      return exchangeAuthCode(context, readBody(pkceGrantSchema, req));
    case 'id_token':
      throw createProviderDisabledError(readBody(idTokenGrantSchema, req).provider);
    case 'web3':
      throw createWeb3DisabledError();
    default:
      throw createInvalidCredentialsError('unsupported_grant_type');
  }
}
