import { AUTH_ERROR } from '#contract/constants/error-codes.ts';
import { createAuthError } from '#server/modules/auth/auth.errors.ts';

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
