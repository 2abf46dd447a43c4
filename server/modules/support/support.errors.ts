import { createHttpError } from '#server/core/errors.ts';

export const createSignInFirstError = () =>
  createHttpError(401, 'Please sign in first: a ticket belongs to an account.');

export const createUsersOnlyError = () =>
  createHttpError(403, 'Only she who opened a ticket can write in it here.');

export const createTooManyRepliesError = () =>
  createHttpError(
    400,
    'You have written as many messages as we can keep. Please write to our email address.',
  );
