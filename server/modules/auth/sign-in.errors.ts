import { AUTH_ERROR } from '#contract/words/error-codes.ts';
import { createAuthError } from '#server/identity/wire/auth.errors.ts';

export const createInvalidCredentialsError = (message = 'Invalid login credentials') =>
  createAuthError(400, AUTH_ERROR.invalidCredentials, message);

export const createSignupDisabledError = () =>
  createAuthError(422, AUTH_ERROR.signupDisabled, 'Signups not allowed for this instance');

export const createEmailProviderDisabledError = (status: 400 | 422, message: string) =>
  createAuthError(status, AUTH_ERROR.emailProviderDisabled, message);

export const createTryAgainLaterError = (seconds: number) =>
  createAuthError(
    429,
    AUTH_ERROR.overRequestRateLimit,
    `For security purposes, you can only request this after ${seconds} seconds.`,
    { headers: { 'Retry-After': String(seconds) } },
  );
