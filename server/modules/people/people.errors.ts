import { AUTH_ERROR } from '#contract/constants/error-codes.ts';
import { createAuthError } from '#server/modules/auth/auth.errors.ts';

export const createUserNotFoundError = (message = 'User not found') =>
  createAuthError(404, AUTH_ERROR.userNotFound, message);
