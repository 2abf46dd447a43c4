import { CENTRE_CODE_ERROR, HTTP_ERROR } from '#contract/constants/error-codes.ts';
import { AppError } from '#server/core/errors.ts';

const refuse = (status: number, code: string, publicMessage: string) =>
  new AppError({ status, code, publicMessage });

export const createSignInFirstError = () =>
  refuse(401, HTTP_ERROR.unauthorized, 'Please sign in first: a plan belongs to an account.');

export const createNotAPersonError = () =>
  refuse(403, HTTP_ERROR.forbidden, 'Only a mother with an account can redeem a code.');

/** Malformed code: not counted as a guess, so it has its own message. */
export const createNoCodeError = () =>
  refuse(400, HTTP_ERROR.badRequest, 'A code has eight letters and digits, such as ABCD-2345.');

export const createUnknownCodeError = () =>
  refuse(
    404,
    CENTRE_CODE_ERROR.unknown,
    'We do not know this code. Please compare it with your card, letter by letter.',
  );

// The next three reveal that a code exists, but it can no longer be redeemed.
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
  new AppError({
    status: 429,
    code: HTTP_ERROR.tooManyRequests,
    publicMessage: `Too many tries. Please wait ${waitText(seconds)} and compare the code with your card.`,
    headers: { 'Retry-After': String(seconds) },
  });

function waitText(seconds: number): string {
  if (seconds > 90) return `${Math.ceil(seconds / 60)} minutes`;
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}
