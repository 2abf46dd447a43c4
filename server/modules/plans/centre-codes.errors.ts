import { CENTRE_CODE_ERROR } from '#contract/constants/error-codes.ts';
import { AppError, createHttpError } from '#server/core/errors.ts';

type Refusal = keyof typeof CENTRE_CODE_ERROR;

const REFUSALS: Readonly<Record<Refusal, readonly [status: number, text: string]>> = {
  unknown: [404, 'We do not know this code. Please compare it with your card, letter by letter.'],
  // The next three reveal that a code exists, which is safe because it can no longer be redeemed.
  expired: [410, 'This code has expired. Please ask your birth centre for a new one.'],
  usedUp: [
    410,
    'This code has been used as often as it can be. Please ask your birth centre for a new one.',
  ],
  ended: [410, 'This code is no longer given out. Please ask your birth centre for a new one.'],
  alreadyRedeemed: [409, 'You have already redeemed this code. Your plan stays as it is.'],
  isLifetime: [409, 'You have lifetime access already. Keep the code for another mother.'],
};

export function createCodeError(why: Refusal): AppError {
  const [status, publicMessage] = REFUSALS[why];
  return new AppError({ status, code: CENTRE_CODE_ERROR[why], publicMessage });
}

export const SIGN_IN_FIRST = 'Please sign in first: a plan belongs to an account.';
/** Refuses anonymous users, and users whose account was deleted meanwhile. */
export const createSignInError = () => createHttpError(401, SIGN_IN_FIRST);

/** A malformed code does not count as an attempt. */
export const createMalformedCodeError = () =>
  createHttpError(400, 'A code has eight letters and digits, such as ABCD-2345.');

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
