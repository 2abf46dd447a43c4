import { AUTH_ERROR } from '#contract/constants/error-codes.ts';
import { AppError } from '#server/core/errors.ts';

type AuthErrorCode = (typeof AUTH_ERROR)[keyof typeof AUTH_ERROR];

/** Status, code and message have to equal GoTrue's, because the official client reads them. */
export function createAuthError(
  status: number,
  code: AuthErrorCode,
  publicMessage: string,
  rest: { extra?: Record<string, unknown>; headers?: Record<string, string>; cause?: unknown } = {},
): AppError {
  return new AppError({ status, code, publicMessage, ...rest });
}

export const createValidationError = (message: string, status = 400) =>
  createAuthError(status, AUTH_ERROR.validationFailed, message);

export const createBadJsonError = (reason: string) =>
  createAuthError(400, AUTH_ERROR.badJson, `Could not parse request body as JSON: ${reason}`);

export const createBodyTooLargeError = () =>
  createAuthError(413, AUTH_ERROR.requestTooLarge, 'Request body is larger than 64 KiB');

export const createRateLimitError = (waitMs: number) =>
  createAuthError(429, AUTH_ERROR.overRequestRateLimit, 'Request rate limit reached', {
    headers: retryAfter(waitMs),
  });

const retryAfter = (waitMs: number) => ({
  'Retry-After': String(Math.max(1, Math.ceil(waitMs / 1000))),
});

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

export const createSessionNotFoundError = () =>
  createAuthError(
    403,
    AUTH_ERROR.sessionNotFound,
    'Session from session_id claim in JWT does not exist',
  );

export const createUserNotFoundError = (message = 'User not found') =>
  createAuthError(404, AUTH_ERROR.userNotFound, message);

export const createBadJwtError = (message: string, status: 400 | 403 = 403) =>
  createAuthError(status, AUTH_ERROR.badJwt, message);

export const createNotAdminError = () =>
  createAuthError(403, AUTH_ERROR.notAdmin, 'User not allowed');

export const createSecondFactorMissingError = () =>
  createAuthError(403, AUTH_ERROR.secondFactorMissing, 'Set up your second factor first.');

export const createInvalidCredentialsError = (message = 'Invalid login credentials') =>
  createAuthError(400, AUTH_ERROR.invalidCredentials, message);

export const createSignupDisabledError = () =>
  createAuthError(422, AUTH_ERROR.signupDisabled, 'Signups not allowed for this instance');

export const createEmailProviderDisabledError = (status: 400 | 422, message: string) =>
  createAuthError(status, AUTH_ERROR.emailProviderDisabled, message);

const createWaitError = (code: AuthErrorCode, seconds: number) =>
  createAuthError(
    429,
    code,
    `For security purposes, you can only request this after ${seconds} seconds.`,
    { headers: retryAfter(seconds * 1000) },
  );

export const createTryAgainLaterError = (seconds: number) =>
  createWaitError(AUTH_ERROR.overRequestRateLimit, seconds);

export const createMailIntervalError = (seconds: number) =>
  createWaitError(AUTH_ERROR.overEmailSendRateLimit, seconds);

export const createMailQuotaError = (waitMs: number) =>
  createAuthError(429, AUTH_ERROR.overEmailSendRateLimit, 'email rate limit exceeded', {
    headers: retryAfter(waitMs),
  });

export const createCodeExpiredError = () =>
  createAuthError(403, AUTH_ERROR.otpExpired, 'Token has expired or is invalid');

export const createLinkExpiredError = () =>
  createAuthError(403, AUTH_ERROR.otpExpired, 'Email link is invalid or has expired');

/** GoTrue's names of reasons why a password is weak. */
export type Weakness = 'length' | 'pwned';

export function describeWeaknesses(
  { AUTH_PASSWORD_LENGTH }: { AUTH_PASSWORD_LENGTH: number },
  reasons: readonly Weakness[],
): string {
  const messages: Record<Weakness, string> = {
    length: `Password should be at least ${AUTH_PASSWORD_LENGTH} characters.`,
    pwned: 'Password is known to be weak and easy to guess, please choose a different one.',
  };
  return reasons.map((reason) => messages[reason]).join(' ');
}

export const createWeakPasswordError = (
  rule: { AUTH_PASSWORD_LENGTH: number },
  reasons: readonly Weakness[],
) =>
  createAuthError(422, AUTH_ERROR.weakPassword, describeWeaknesses(rule, reasons), {
    extra: { weak_password: { reasons } },
  });

export const createPasswordQueueError = (cause: unknown) =>
  createAuthError(
    503,
    AUTH_ERROR.requestTimeout,
    'Too many people are signing in at this moment. Please try again.',
    { headers: { 'Retry-After': '5' }, cause },
  );
