import { AUTH_ERROR } from '#contract/constants/error-codes.ts';
import type { AppError } from '#server/core/errors.ts';
import { createAuthError } from '#server/modules/auth/auth.errors.ts';

const REFUSALS = {
  handOverDisabled: [403, 'This server has no shared screen'],
  handOverUnknown: [
    403,
    'No screen shows this code. Look at the code on the screen and try again.',
  ],
  handOverUsed: [403, 'This code has been used. Ask the screen for a new code.'],
  handOverExpired: [403, 'This code is older than five minutes. Ask the screen for a new code.'],
  handOverForScreen: [409, 'This code signs the screen in. Sign in on your phone first.'],
  handOverForPhone: [409, 'This code signs a phone in. You are signed in on this one already.'],
  notThisMachine: [403, 'This is possible only on the screen that shares its library.'],
} as const;

export function createHandOverError(why: keyof typeof REFUSALS): AppError {
  const [status, text] = REFUSALS[why];
  return createAuthError(status, AUTH_ERROR[why], text);
}

export const createHandOverWaitError = (seconds: number) =>
  createAuthError(
    429,
    AUTH_ERROR.handOverWait,
    `Too many codes were tried. Wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'}, then try again.`,
    { headers: { 'Retry-After': String(seconds) } },
  );
