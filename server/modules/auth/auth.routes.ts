import { type Request, Router } from 'express';
import type { z } from 'zod';
import {
  idTokenGrantSchema,
  magicLinkSchema,
  otpSchema,
  passwordGrantSchema,
  pkceGrantSchema,
  recoverSchema,
  refreshGrantSchema,
  resendSchema,
  signUpSchema,
} from '#contract/calls/auth.ts';
import { signUp } from './accounts/sign-up.usecases.ts';
import { requireCaller } from './actor-from-request.ts';
import {
  createInvalidCredentialsError,
  createRefusal,
  createValidationError,
} from './auth.errors.ts';
import { type AuthContext, contextOfRequest } from './auth-context.ts';
import { createProviderDisabledError } from './disabled-methods.routes.ts';
import {
  resendMail,
  sendMagicLink,
  sendReauthenticationCode,
  sendRecovery,
} from './mails/send-auth-mail.usecases.ts';
import { readBody, readQuery, readRedirect } from './request-input.ts';
import { describeService, describeSettings } from './service-info.ts';
import { findKnownDevice, markDevice } from './sessions/known-devices.ts';
import { refreshSession } from './sessions/refresh.usecases.ts';
import { signInWithPassword } from './sessions/sign-in.usecases.ts';
import { signOut } from './sessions/sign-out.usecases.ts';
import { exchangeAuthCode } from './tokens/exchange-code.usecases.ts';

/** Sign-up, sign-in and sign-out. */
export function createSignInRouter(context: AuthContext): Router {
  const router = Router();
  const mountMail = <S extends z.ZodType>(
    path: string,
    schema: S,
    send: (requestContext: AuthContext, input: z.output<S>, redirectTo: string) => Promise<void>,
  ) =>
    router.post(path, async (req, res) => {
      const input = readBody(schema, req);
      await send(contextOfRequest(context, req), input, readRedirect(context, req));
      res.json({});
    });
  router.post('/signup', async (req, res) => {
    const input = readBody(signUpSchema, req);
    const answer = await signUp(contextOfRequest(context, req), input, readRedirect(context, req));
    if ('access_token' in answer) markDevice(context, req, res, answer.user.id);
    res.json(answer);
  });
  router.post('/token', async (req, res) => {
    const session = await grant(context, req);
    markDevice(context, req, res, session.user.id);
    res.json(session);
  });
  mountMail('/otp', otpSchema, sendMagicLink);
  // For version 1 of the official client. Signs up an unknown address, like `/otp`.
  mountMail('/magiclink', magicLinkSchema, async (requestContext, input, redirectTo) => {
    if (input.email === '') throw createValidationError('Password recovery requires an email');
    await sendMagicLink(requestContext, { ...input, phone: '', create_user: true }, redirectTo);
  });
  mountMail('/recover', recoverSchema, sendRecovery);
  mountMail('/resend', resendSchema, resendMail);
  router.post('/logout', async (req, res) => {
    const caller = await requireCaller(context, req);
    await signOut(context, caller, readQuery(req).get('scope'));
    res.status(204).end();
  });
  router.get('/reauthenticate', async (req, res) => {
    const caller = await requireCaller(context, req);
    await sendReauthenticationCode(contextOfRequest(context, req), caller.user);
    res.json({});
  });
  router.get('/settings', async (_req, res) => {
    const { switches } = await context.settings.read();
    res.json(describeSettings(context.config, switches));
  });
  router.get('/health', (_req, res) => void res.json(describeService()));
  // Tokens are signed with a secret, so there is no public key; the client then asks `/user` about its token.
  router.get('/.well-known/jwks.json', (_req, res) => void res.json({ keys: [] }));
  return router;
}

function grant(context: AuthContext, req: Request) {
  switch (readQuery(req).get('grant_type')) {
    case 'password':
      return signInWithPassword(
        contextOfRequest(context, req),
        readBody(passwordGrantSchema, req),
        (userId) => findKnownDevice(context, req, userId),
      );
    case 'refresh_token':
      return refreshSession(
        contextOfRequest(context, req),
        readBody(refreshGrantSchema, req).refresh_token,
      );
    case 'pkce':
      return exchangeAuthCode(contextOfRequest(context, req), readBody(pkceGrantSchema, req));
    case 'id_token':
      throw createProviderDisabledError(readBody(idTokenGrantSchema, req).provider);
    case 'web3':
      throw createRefusal('web3ProviderDisabled');
    default:
      throw createInvalidCredentialsError('unsupported_grant_type');
  }
}
