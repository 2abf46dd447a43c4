import { randomBytes } from 'node:crypto';

/** A short random id; the prefix names its type in logs. */
export function createId(prefix: 'req' | 'upl' | 'wrk' | 'lck'): string {
  return `${prefix}_${randomBytes(9).toString('base64url')}`;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A UUID of 32 hexadecimal digits. */
export function formatUuid(digits: string): string {
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Check before a query: PostgreSQL rejects the whole query for an invalid uuid. */
export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value);
}
