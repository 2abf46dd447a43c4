import { AUTH_ERROR } from '#contract/words/error-codes.ts';
import { createAuthError } from '#server/identity/wire/auth.errors.ts';

export const createMailIntervalError = (seconds: number) =>
  createAuthError(
    429,
    AUTH_ERROR.overEmailSendRateLimit,
    `For security purposes, you can only request this after ${seconds} seconds.`,
  );

export const createMailQuotaError = () =>
  createAuthError(429, AUTH_ERROR.overEmailSendRateLimit, 'email rate limit exceeded');

export const createCodeExpiredError = () =>
  createAuthError(403, AUTH_ERROR.otpExpired, 'Token has expired or is invalid');

export const createLinkExpiredError = () =>
  createAuthError(403, AUTH_ERROR.otpExpired, 'Email link is invalid or has expired');
