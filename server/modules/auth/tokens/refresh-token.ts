import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { formatUuid } from '#server/core/ids.ts';
import type { SessionRow } from '../sessions/sessions.repository.ts';

/**
 * A refresh token is the session's id and a counter, signed. The session stores only the counter, so the active token
 * can be issued again to a client that sends the previous token because the response got lost or another tab was
 * faster.
 */
const VERSION = 1;
const HEAD_BYTES = 1 + 16 + 4;
const SIGNATURE_BYTES = 16;
const TOKEN = /^[A-Za-z0-9_-]{50}$/;
/** GoTrue's format; clients from before a migration may still hold such a token. */
const OLD_TOKEN = /^[a-z0-9]{12}$/;

const REUSE_INTERVAL_MS = 10_000;

export type RefreshTokenReading =
  | { readonly kind: 'token'; readonly sessionId: string; readonly counter: number }
  /** Well-formed, but not signed by this server. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'implausible' };

export function createRefreshToken(key: KeyObject, sessionId: string, counter: number): string {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt8(VERSION, 0);
  head.write(sessionId.replaceAll('-', ''), 1, 'hex');
  head.writeUInt32BE(counter, 17);
  return Buffer.concat([head, sign(key, head)]).toString('base64url');
}

export function readRefreshToken(key: KeyObject, token: string): RefreshTokenReading {
  if (OLD_TOKEN.test(token)) return { kind: 'unknown' };
  if (!TOKEN.test(token)) return { kind: 'implausible' };
  const bytes = Buffer.from(token, 'base64url');
  const head = bytes.subarray(0, HEAD_BYTES);
  if (head[0] !== VERSION) return { kind: 'implausible' };
  if (!timingSafeEqual(sign(key, head), bytes.subarray(HEAD_BYTES))) return { kind: 'unknown' };
  return {
    kind: 'token',
    sessionId: formatUuid(head.toString('hex', 1, 17)),
    counter: head.readUInt32BE(17),
  };
}

/** The session's counter identifies the active token; `counter` is the given token's. */
export function classifyRefresh(
  session: Pick<SessionRow, 'refresh_counter' | 'refreshed_at'>,
  counter: number,
  now: number,
): 'advance' | 'repeat' | 'replay' {
  const { refresh_counter: active, refreshed_at: refreshedAt } = session;
  // A restored backup may hold a lower counter; the signature proves that we issued the higher one.
  if (counter >= active) return 'advance';
  if (counter === active - 1) return 'repeat';
  const age = refreshedAt === null ? Infinity : now - Date.parse(refreshedAt);
  return age <= REUSE_INTERVAL_MS ? 'repeat' : 'replay';
}

function sign(key: KeyObject, head: Buffer): Buffer {
  return createHmac('sha256', key).update(head).digest().subarray(0, SIGNATURE_BYTES);
}
