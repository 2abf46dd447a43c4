import { AUTH_ERROR } from '#contract/constants/error-codes.ts';
import { createHttpError } from '#server/core/errors.ts';
import { createAuthError, createValidationError } from '../auth.errors.ts';

export const createCodeNeededError = () =>
  createAuthError(400, AUTH_ERROR.secondFactorNeeded, 'Type the code of your second factor too.');

export const createWrongCodeError = () =>
  createAuthError(400, AUTH_ERROR.secondFactorWrong, 'This code is wrong, or was used before.');

/** Refuses the same password, which would only renew the token. */
export function ensureOtherPassword(given: { current_password: string; password: string }): void {
  if (given.password !== given.current_password) return;
  throw createAuthError(
    422,
    AUTH_ERROR.samePassword,
    'New password should be different from the old password.',
  );
}

export const createInvitationGoneError = () =>
  createAuthError(
    400,
    AUTH_ERROR.invitationGone,
    'This invitation has been used, replaced or has run out. Ask for a new one.',
  );

export const createHasSecondFactorError = () =>
  createValidationError('Your second factor is on. An owner can reset it.', 422);

export const createKnownAdminError = () =>
  createHttpError(409, 'There is an admin with this address already.');

export const createNoSuchAdminError = () => createHttpError(404, 'There is no such admin.');

export const createOwnRoleError = () =>
  createHttpError(409, 'This is you. Another owner, or the password of the area, can do it.');
