import { createValidationError } from '../auth.errors.ts';

export interface Challenge {
  readonly challenge: string;
  readonly method: 's256' | 'plain';
}

const CHALLENGE = /^[A-Za-z0-9._~-]{43,128}$/;

/** Undefined for the implicit flow, in which clients send neither field. */
export function readChallenge(input: {
  code_challenge: string;
  code_challenge_method: string;
}): Challenge | undefined {
  const { code_challenge: challenge, code_challenge_method: given } = input;
  if (challenge === '' && given === '') return undefined;
  if (challenge === '' || given === '') {
    throw createValidationError('PKCE flow requires code_challenge_method and code_challenge');
  }
  if (!CHALLENGE.test(challenge)) {
    throw createValidationError(
      'code challenge has to be between 43 and 128 characters of A-Z, a-z, 0-9, ".", "~", "_" and "-"',
    );
  }
  const method = given.toLowerCase();
  if (method !== 's256' && method !== 'plain') {
    throw createValidationError('code challenge method should be either plain or s256');
  }
  return { challenge, method };
}
