import { type AppError, createHttpError } from '#server/core/errors.ts';
import { createNotFoundError } from '#server/http/error-handler.ts';
import type { DeletionState } from './decisions.repository.ts';

export const NO_REQUEST = 'There is no such request';
export const createRequestNotFoundError = () => createNotFoundError(NO_REQUEST);

const STATE_MESSAGES: Record<DeletionState, string> = {
  received: 'The user has not confirmed this request yet: it waits for the mailed link.',
  confirmed: 'Approve this request first.',
  approved: 'This request is approved already.',
  erased: 'This request has been carried out already.',
  refused: 'This request was refused. The user has to ask again.',
};

/** The request is in the wrong state; the message names its state. */
export function createRequestStateError(state: DeletionState): AppError {
  return createHttpError(409, STATE_MESSAGES[state]);
}

/** The typed confirmation is not the user's address. */
export function createWrongAddressError(): AppError {
  return createHttpError(400, 'This is not the address of the person. Nothing was erased.');
}
