import { randomBytes } from 'node:crypto';

/** A short random id whose prefix says what it names, so that a wrong one shows in a log. */
export function createId(prefix: 'req' | 'upl' | 'wrk' | 'lck'): string {
  return `${prefix}_${randomBytes(9).toString('base64url')}`;
}
