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

/** Errors with one message. */
const REFUSALS = {
  anonymousProviderDisabled: [422, 'Anonymous sign-ins are disabled'],
  badCodeVerifier: [400, 'code challenge does not match previously saved code verifier'],
  currentPasswordInvalid: [400, 'Current password required when setting new password.'],
  currentPasswordRequired: [400, 'Current password required when setting new password.'],
  emailExists: [422, 'A user with this email address has already been registered'],
  flowStateExpired: [422, 'invalid flow state, flow state has expired'],
  flowStateNotFound: [404, 'invalid flow state, no valid flow state found'],
  handOverDisabled: [403, 'This server has no shared screen'],
  handOverExpired: [403, 'This code is older than five minutes. Ask the screen for a new code.'],
  handOverForPhone: [409, 'This code signs a phone in. You are signed in on this one already.'],
  handOverForScreen: [409, 'This code signs the screen in. Sign in on your phone first.'],
  handOverUnknown: [
    403,
    'No screen shows this code. Look at the code on the screen and try again.',
  ],
  handOverUsed: [403, 'This code has been used. Ask the screen for a new code.'],
  invitationGone: [
    400,
    'This invitation has been used or replaced, or has expired. Ask for a new one.',
  ],
  manualLinkingDisabled: [404, 'Manual linking is disabled'],
  noAuthorization: [401, 'This endpoint requires a valid Bearer token'],
  notThisMachine: [403, 'This is possible only on the screen that shares its library.'],
  otpDisabled: [422, 'Signups not allowed for otp'],
  phoneProviderDisabled: [400, 'Unsupported phone provider'],
  reauthenticationNeeded: [400, 'Password update requires reauthentication'],
  reauthenticationNotValid: [422, 'Nonce has expired or is invalid'],
  refreshTokenAlreadyUsed: [400, 'Invalid Refresh Token: Already Used'],
  refreshTokenNotFound: [400, 'Invalid Refresh Token: Refresh Token Not Found'],
  requestTooLarge: [413, 'Request body is larger than 64 KiB'],
  samePassword: [422, 'New password should be different from the old password.'],
  samlProviderDisabled: [404, 'SAML 2.0 is disabled'],
  secondFactorMissing: [403, 'Set up your second factor first.'],
  secondFactorNeeded: [400, 'Type the code of your second factor too.'],
  secondFactorWrong: [400, 'This code is wrong, or was used before.'],
  sessionExpired: [400, 'Invalid Refresh Token: Session Expired (Inactivity)'],
  sessionNotFound: [403, 'Session from session_id claim in JWT does not exist'],
  signupDisabled: [422, 'Signups not allowed for this instance'],
  totpVerifyDisabled: [422, 'MFA verification is disabled for TOTP'],
  web3ProviderDisabled: [422, 'Web3 provider is disabled'],
} as const satisfies { [Why in keyof typeof AUTH_ERROR]?: readonly [status: number, text: string] };

export function createRefusal(why: keyof typeof REFUSALS): AppError {
  const [status, text] = REFUSALS[why];
  return createAuthError(status, AUTH_ERROR[why], text);
}

export const createValidationError = (message: string, status = 400) =>
  createAuthError(status, AUTH_ERROR.validationFailed, message);

export const createBadJsonError = (reason: string) =>
  createAuthError(400, AUTH_ERROR.badJson, `Could not parse request body as JSON: ${reason}`);

export const createRateLimitError = (waitMs: number) =>
  createAuthError(429, AUTH_ERROR.overRequestRateLimit, 'Request rate limit reached', {
    headers: retryAfter(waitMs),
  });

const retryAfter = (waitMs: number) => ({
  'Retry-After': String(Math.max(1, Math.ceil(waitMs / 1000))),
});

export const createUserBannedError = (status: 400 | 403) =>
  createAuthError(status, AUTH_ERROR.userBanned, 'User is banned');

export const createUserNotFoundError = (message = 'User not found') =>
  createAuthError(404, AUTH_ERROR.userNotFound, message);

export const createBadJwtError = (message: string, status: 400 | 403 = 403) =>
  createAuthError(status, AUTH_ERROR.badJwt, message);

export const createNotAdminError = () =>
  createAuthError(403, AUTH_ERROR.notAdmin, 'User not allowed');

export const createInvalidCredentialsError = (message = 'Invalid login credentials') =>
  createAuthError(400, AUTH_ERROR.invalidCredentials, message);

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
