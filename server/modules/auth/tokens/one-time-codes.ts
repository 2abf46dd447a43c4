import { createHmac, type KeyObject, randomInt } from 'node:crypto';
import { AUTH_LIMITS } from '#contract/calls/auth.ts';

export const ONE_TIME_LIFE_MS = 24 * 60 * 60 * 1000;
const PKCE_PREFIX = 'pkce_';

export function createCode(): string {
  const digits = AUTH_LIMITS.codeLength;
  return String(randomInt(10 ** digits)).padStart(digits, '0');
}

/**
 * The link's token, derived from the code in the same mail. Uses a secret key and the row's id, so that no one can find
 * the six digits by trying them against the hash in the database.
 */
export function createLinkToken(
  key: KeyObject,
  row: { readonly id: string; readonly email: string; readonly isPkce: boolean },
  code: string,
): string {
  const mac = createHmac('sha224', key).update(JSON.stringify([row.id, row.email, code]));
  return (row.isPkce ? PKCE_PREFIX : '') + mac.digest('hex');
}

export function isPkceToken(token: string): boolean {
  return token.startsWith(PKCE_PREFIX);
}
