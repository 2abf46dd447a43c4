import { AppError } from '#server/core/errors.ts';
import type { BadTokenError } from './sessions/access-tokens.ts';

type TokenErrorCode = 'PGRST301' | 'PGRST303';

const WORDS: Record<BadTokenError['flaw'], [TokenErrorCode, string]> = {
  parts: ['PGRST301', 'Expected 3 parts in JWT; got '],
  algorithm: ['PGRST301', 'Wrong or unsupported encoding algorithm'],
  key: ['PGRST301', 'No suitable key or wrong key type'],
  signature: ['PGRST301', 'JWT cryptographic operation failed'],
  payload: ['PGRST301', 'JWT cryptographic operation failed'],
  exp: ['PGRST303', "The JWT 'exp' claim must be a number"],
  expired: ['PGRST303', 'JWT expired'],
  early: ['PGRST303', 'JWT not yet valid'],
  future: ['PGRST303', 'JWT issued at future'],
};

export function describeFlawForTables({ flaw, parts }: BadTokenError): AppError {
  const [code, words] = WORDS[flaw];
  return createTableTokenError(code, flaw === 'parts' ? `${words}${parts}` : words);
}

export const createEmptyTokenError = () =>
  createTableTokenError('PGRST301', 'Empty JWT is sent in Authorization header');

export function createTableTokenError(code: TokenErrorCode, message: string): AppError {
  return new AppError({
    status: 401,
    code,
    publicMessage: message,
    headers: {
      'WWW-Authenticate': `Bearer error="invalid_token", error_description="${message.replaceAll('"', "'")}"`,
    },
  });
}
