import { Router } from 'express';
import { factorSchema } from '#contract/calls/auth.ts';
import { AUTH_ERROR } from '#contract/constants/error-codes.ts';
import type { AppError } from '#server/core/errors.ts';
import { requireCaller } from './actor-from-request.ts';
import { createAuthError, createRefusal, createValidationError } from './auth.errors.ts';
import type { AuthContext } from './auth-context.ts';
import { readOptionalBody } from './request-input.ts';

/** GoTrue's sign-in methods that this server lacks: responds like a GoTrue that has them disabled. */
export function createDisabledMethodsRouter(context: AuthContext): Router {
  const router = Router();
  const refuseCallers = (paths: readonly string[], createError: () => AppError) => {
    for (const path of paths) {
      router.all(path, async (req) => {
        await requireCaller(context, req);
        throw createError();
      });
    }
  };
  router.get('/authorize', () => {
    throw createValidationError('Unsupported provider: provider is not enabled');
  });
  router.post('/sso', () => {
    throw createRefusal('samlProviderDisabled');
  });
  router.all('/passkeys/authentication/:step', () => {
    throw createPasskeyDisabledError(404);
  });
  router.post('/factors', async (req) => {
    await requireCaller(context, req);
    throw createEnrolDisabledError(readOptionalBody(factorSchema, req).factor_type);
  });
  refuseCallers(['/passkeys', '/passkeys/:id', '/passkeys/registration/:step'], () =>
    createPasskeyDisabledError(422),
  );
  refuseCallers(['/factors/:id', '/factors/:id/:step'], () => createRefusal('totpVerifyDisabled'));
  refuseCallers(['/user/identities/authorize', '/user/identities/:id'], () =>
    createRefusal('manualLinkingDisabled'),
  );
  return router;
}

export const createProviderDisabledError = (provider: string) =>
  provider === ''
    ? createValidationError('Unsupported provider: missing provider')
    : createAuthError(
        400,
        AUTH_ERROR.providerDisabled,
        `Provider (issuer ${JSON.stringify(provider)}) is not enabled`,
      );

/** As in GoTrue: 404 for a sign-in by passkey, 422 for a signed-in user who adds one. */
const createPasskeyDisabledError = (status: 404 | 422) =>
  createAuthError(status, AUTH_ERROR.passkeyDisabled, 'Passkeys are disabled');

const ENROL_DISABLED = new Map([
  ['totp', { code: AUTH_ERROR.totpEnrolDisabled, name: 'TOTP' }],
  ['phone', { code: AUTH_ERROR.phoneEnrolDisabled, name: 'Phone' }],
  ['webauthn', { code: AUTH_ERROR.webauthnEnrolDisabled, name: 'WebAuthn' }],
]);

function createEnrolDisabledError(type: string): AppError {
  const disabled = ENROL_DISABLED.get(type);
  return disabled
    ? createAuthError(422, disabled.code, `MFA enroll is disabled for ${disabled.name}`)
    : createValidationError('factor_type needs to be totp, phone, or webauthn');
}
