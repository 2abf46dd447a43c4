import { AUTH_ERROR } from '#contract/words/error-codes.ts';
import { AppError } from '#server/core/errors.ts';

type AuthErrorCode = (typeof AUTH_ERROR)[keyof typeof AUTH_ERROR];

/** Status, code and words are GoTrue's, letter for letter: the official client and its users read them. */
export function createAuthError(
  status: number,
  code: AuthErrorCode,
  publicMessage: string,
  more: { extra?: Record<string, unknown>; headers?: Record<string, string>; cause?: unknown } = {},
): AppError {
  return new AppError({ status, code, publicMessage, ...more });
}

export const createValidationError = (message: string, status = 400) =>
  createAuthError(status, AUTH_ERROR.validationFailed, message);

export const createBadJsonError = (reason: string) =>
  createAuthError(400, AUTH_ERROR.badJson, `Could not parse request body as JSON: ${reason}`);

export const createBodyTooLargeError = () =>
  createAuthError(413, AUTH_ERROR.requestTooLarge, 'Request body is larger than 1 MiB');

export const createRateLimitError = () =>
  createAuthError(429, AUTH_ERROR.overRequestRateLimit, 'Request rate limit reached');

export const createUserBannedError = (status: 400 | 403) =>
  createAuthError(status, AUTH_ERROR.userBanned, 'User is banned');

export const createPhoneProviderDisabledError = () =>
  createAuthError(400, AUTH_ERROR.phoneProviderDisabled, 'Unsupported phone provider');

export const createEmailExistsError = () =>
  createAuthError(
    422,
    AUTH_ERROR.emailExists,
    'A user with this email address has already been registered',
  );

export const createBadJwtError = (message: string, status: 400 | 403 = 403) =>
  createAuthError(status, AUTH_ERROR.badJwt, message);

export const createSecondFactorMissingError = () =>
  createAuthError(403, AUTH_ERROR.secondFactorMissing, 'Set up your second factor first.');
