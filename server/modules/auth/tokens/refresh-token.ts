import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { formatUuid } from '#server/core/ids.ts';

/**
 * A refresh token is the session's id and a counter, encrypted. Only the counter is stored, so the active token can be
 * issued again to a client that sends its parent: tabs race and answers get lost, and neither may sign a user out.
 */
const VERSION = 1;
const HEAD_BYTES = 1 + 16 + 4;
const SIGNATURE_BYTES = 16;
const TOKEN = /^[A-Za-z0-9_-]{50}$/;
/** Servers of the first generation issued 12 such characters; clients may still hold one. */
const OLD_TOKEN = /^[a-z0-9]{12}$/;

export const REUSE_INTERVAL_MS = 10_000;

export type RefreshTokenReading =
  | { readonly kind: 'token'; readonly sessionId: string; readonly counter: number }
  /** Well-formed, but not ours. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'implausible' };

export function createRefreshToken(key: KeyObject, sessionId: string, counter: number): string {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt8(VERSION, 0);
  head.write(sessionId.replaceAll('-', ''), 1, 'hex');
  head.writeUInt32BE(counter, 17);
  return Buffer.concat([head, seal(key, head)]).toString('base64url');
}

export function readRefreshToken(key: KeyObject, token: string): RefreshTokenReading {
  if (OLD_TOKEN.test(token)) return { kind: 'unknown' };
  if (!TOKEN.test(token)) return { kind: 'implausible' };
  const bytes = Buffer.from(token, 'base64url');
  const head = bytes.subarray(0, HEAD_BYTES);
  if (head[0] !== VERSION) return { kind: 'implausible' };
  if (!timingSafeEqual(seal(key, head), bytes.subarray(HEAD_BYTES))) return { kind: 'unknown' };
  return {
    kind: 'token',
    sessionId: formatUuid(head.toString('hex', 1, 17)),
    counter: head.readUInt32BE(17),
  };
}

export type RefreshVerdict = 'advance' | 'repeat' | 'replay';

/** The session's counter identifies the active token; `refreshedAt` is its issue time. */
export function judgeRefresh(
  session: { readonly counter: number; readonly refreshedAt: number | null },
  shown: number,
  now: number,
): RefreshVerdict {
  // A higher counter was issued before a backup was restored; the encryption proves it is ours.
  if (shown >= session.counter) return 'advance';
  if (shown === session.counter - 1) return 'repeat';
  const age = session.refreshedAt === null ? Infinity : now - session.refreshedAt;
  return age <= REUSE_INTERVAL_MS ? 'repeat' : 'replay';
}

function seal(key: KeyObject, head: Buffer): Buffer {
  return createHmac('sha256', key).update(head).digest().subarray(0, SIGNATURE_BYTES);
}
