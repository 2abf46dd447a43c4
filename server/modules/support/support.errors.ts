import { HTTP_ERROR } from '#contract/constants/error-codes.ts';
import { AppError } from '#server/core/errors.ts';

const refuse = (status: number, code: string, publicMessage: string) =>
  new AppError({ status, code, publicMessage });

export const createSignInFirstError = () =>
  refuse(401, HTTP_ERROR.unauthorized, 'Please sign in first: a ticket belongs to an account.');

export const createNotAPersonError = () =>
  refuse(403, HTTP_ERROR.forbidden, 'Only she who opened a ticket can write in it here.');

export const createTooManyRepliesError = () =>
  refuse(
    400,
    HTTP_ERROR.badRequest,
    'You have written as many messages as we can keep. Please write to our email address.',
  );
