import { randomBytes } from 'node:crypto';

/** A short random id; the prefix names its type in logs. */
export function createId(prefix: 'req' | 'upl' | 'wrk' | 'lck'): string {
  return `${prefix}_${randomBytes(9).toString('base64url')}`;
}
