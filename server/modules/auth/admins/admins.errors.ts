import { createHttpError } from '#server/core/errors.ts';
import { createRefusal, createValidationError } from '../auth.errors.ts';

/** Refuses the same password, which would only renew the token. */
export function ensureOtherPassword(given: { current_password: string; password: string }): void {
  if (given.password !== given.current_password) return;
  throw createRefusal('samePassword');
}

export const createHasSecondFactorError = () =>
  createValidationError('Your second factor is on. An owner can reset it.', 422);

export const createKnownAdminError = () =>
  createHttpError(409, 'There is an admin with this address already.');

export const createNoSuchAdminError = () => createHttpError(404, 'There is no such admin.');

export const createOwnRoleError = () =>
  createHttpError(
    409,
    'You cannot do this to your own account. Ask another owner, or use the password of the area.',
  );
