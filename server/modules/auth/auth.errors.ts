import { AUTH_LIMITS } from '#contract/auth.ts';
import { AUTH_ERROR } from '#contract/error-codes.ts';
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

export const WEAK_PASSWORD_MESSAGE = `Password should be at least ${AUTH_LIMITS.passwordMinLength} characters.`;

export const createWeakPasswordError = (reasons: string[]) =>
  createAuthError(422, AUTH_ERROR.weakPassword, WEAK_PASSWORD_MESSAGE, {
    extra: { weak_password: { reasons } },
  });

export const createBusyError = (cause: unknown) =>
  createAuthError(
    503,
    AUTH_ERROR.requestTimeout,
    'Too many people are signing in at this moment. Please try again.',
    { headers: { 'Retry-After': '5' }, cause },
  );

export const createRateLimitError = () =>
  createAuthError(429, AUTH_ERROR.overRequestRateLimit, 'Request rate limit reached');

export const createMailIntervalError = (seconds: number) =>
  createAuthError(
    429,
    AUTH_ERROR.overEmailSendRateLimit,
    `For security purposes, you can only request this after ${seconds} seconds.`,
  );

export const createMailQuotaError = () =>
  createAuthError(429, AUTH_ERROR.overEmailSendRateLimit, 'email rate limit exceeded');

export const createInvalidCredentialsError = (message = 'Invalid login credentials') =>
  createAuthError(400, AUTH_ERROR.invalidCredentials, message);

export const createUserBannedError = (status: 400 | 403) =>
  createAuthError(status, AUTH_ERROR.userBanned, 'User is banned');

export const createSignupDisabledError = () =>
  createAuthError(422, AUTH_ERROR.signupDisabled, 'Signups not allowed for this instance');

export const createEmailProviderDisabledError = (status: 400 | 422, message: string) =>
  createAuthError(status, AUTH_ERROR.emailProviderDisabled, message);

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

export const createCodeExpiredError = () =>
  createAuthError(403, AUTH_ERROR.otpExpired, 'Token has expired or is invalid');

export const createLinkExpiredError = () =>
  createAuthError(403, AUTH_ERROR.otpExpired, 'Email link is invalid or has expired');

export const createUserNotFoundError = (message = 'User not found') =>
  createAuthError(404, AUTH_ERROR.userNotFound, message);

export const createHandOverDisabledError = () =>
  createAuthError(403, AUTH_ERROR.handOverDisabled, 'This server has no shared screen');

export const createHandOverUnknownError = () =>
  createAuthError(
    403,
    AUTH_ERROR.handOverUnknown,
    'No screen shows this code. Look at the code on the screen and try again.',
  );

export const createHandOverUsedError = () =>
  createAuthError(
    403,
    AUTH_ERROR.handOverUsed,
    'This code has been used. Ask the screen for a new code.',
  );

export const createHandOverExpiredError = () =>
  createAuthError(
    403,
    AUTH_ERROR.handOverExpired,
    'This code is older than five minutes. Ask the screen for a new code.',
  );

export const createHandOverForScreenError = () =>
  createAuthError(
    409,
    AUTH_ERROR.handOverForScreen,
    'This code signs the screen in. Sign in on your phone first.',
  );

export const createHandOverForPhoneError = () =>
  createAuthError(
    409,
    AUTH_ERROR.handOverForPhone,
    'This code signs a phone in. You are signed in on this one already.',
  );

export const createHandOverWaitError = (seconds: number) =>
  createAuthError(
    429,
    AUTH_ERROR.handOverWait,
    `Too many codes were tried. Wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'}, then try again.`,
    { headers: { 'Retry-After': String(seconds) } },
  );

export const createNotThisMachineError = () =>
  createAuthError(
    403,
    AUTH_ERROR.notThisMachine,
    'This is possible only on the screen that shares its library.',
  );

export const createAdminWaitError = (seconds: number) =>
  createAuthError(
    429,
    AUTH_ERROR.overRequestRateLimit,
    `For security purposes, you can only request this after ${seconds} seconds.`,
    { headers: { 'Retry-After': String(seconds) } },
  );
