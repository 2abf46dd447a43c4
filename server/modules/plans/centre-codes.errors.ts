import { CENTRE_CODE_ERROR } from '#contract/constants/error-codes.ts';
import { AppError, createHttpError } from '#server/core/errors.ts';

const refuse = (status: number, code: string, publicMessage: string) =>
  new AppError({ status, code, publicMessage });

export const createSignInFirstError = () =>
  createHttpError(401, 'Please sign in first: a plan belongs to an account.');

export const createUsersOnlyError = () =>
  createHttpError(403, 'Only a mother with an account can redeem a code.');

/** A malformed code does not count as an attempt. */
export const createMalformedCodeError = () =>
  createHttpError(400, 'A code has eight letters and digits, such as ABCD-2345.');

export const createUnknownCodeError = () =>
  refuse(
    404,
    CENTRE_CODE_ERROR.unknown,
    'We do not know this code. Please compare it with your card, letter by letter.',
  );

// The next three reveal that a code exists, which is safe because it can no longer be redeemed.
export const createExpiredCodeError = () =>
  refuse(
    410,
    CENTRE_CODE_ERROR.expired,
    'The time for this code is over. Please ask your birth centre for a new one.',
  );

export const createUsedUpCodeError = () =>
  refuse(
    410,
    CENTRE_CODE_ERROR.usedUp,
    'This code has been used as often as it can be. Please ask your birth centre for a new one.',
  );

export const createEndedCodeError = () =>
  refuse(
    410,
    CENTRE_CODE_ERROR.ended,
    'This code is no longer given out. Please ask your birth centre for a new one.',
  );

export const createAlreadyRedeemedError = () =>
  refuse(
    409,
    CENTRE_CODE_ERROR.alreadyRedeemed,
    'You have already redeemed this code. Your plan stays as it is.',
  );

export const createIsLifetimeError = () =>
  refuse(
    409,
    CENTRE_CODE_ERROR.isLifetime,
    'You have lifetime access already. Keep the code for another mother.',
  );

export const createTooManyTriesError = (seconds: number) =>
  createHttpError(
    429,
    `Too many tries. Please wait ${waitText(seconds)} and compare the code with your card.`,
    { 'Retry-After': String(seconds) },
  );

function waitText(seconds: number): string {
  if (seconds > 90) return `${Math.ceil(seconds / 60)} minutes`;
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}
