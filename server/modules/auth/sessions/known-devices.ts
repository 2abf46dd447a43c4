import { createHmac, type KeyObject, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import { DEVICE_COOKIE } from '#contract/constants/device-cookie.ts';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { isSameSecret } from '#server/core/config/secrets.ts';
import { isThisMachine } from '#server/http/network/network-address.ts';
import type { AuthContext } from '../auth-context.ts';

/** Replaces the user id for the shared admin password, which has no user. */
export const ADMIN_SUBJECT = 'admin';

const LIFE_S = 365 * 24 * 60 * 60;
/** Limit of users per device; the user with the oldest sign-in is dropped. */
const MAX_MARKS = 5;
const MARK_BYTES = 12;
const COOKIE = new RegExp(
  `(?:^|; *)${DEVICE_COOKIE}=([A-Za-z0-9_-]{22}(?:\\.[A-Za-z0-9_-]{16})*)(?:;|$)`,
);

/**
 * The id of the requesting device if this user has signed in on it. The server stores nothing: the cookie holds the
 * device id and, per user, a mark that signs device id and user id. A mark grants no access.
 */
export function findKnownDevice(
  { keys }: Pick<AuthContext, 'keys'>,
  req: Pick<IncomingMessage, 'headers'>,
  subject: string,
): string | undefined {
  const { device, marks } = readCookie(req);
  if (device === undefined) return undefined;
  const expected = createMark(keys.deviceMarks, device, subject);
  return marks.some((mark) => isSameSecret(mark, expected)) ? device : undefined;
}

/** Marks the device as known, except a kiosk, whose screen is shared. */
export function markDevice(
  { config, keys }: Pick<AuthContext, 'config' | 'keys'>,
  req: Request,
  res: Response,
  subject: string,
): void {
  if (config.KIOSK && isThisMachine(req)) return;
  const { device = randomBytes(16).toString('base64url'), marks } = readCookie(req);
  const mark = createMark(keys.deviceMarks, device, subject);
  const others = marks.filter((other) => other !== mark);
  res.cookie(DEVICE_COOKIE, [device, mark, ...others].slice(0, 1 + MAX_MARKS).join('.'), {
    httpOnly: true,
    sameSite: 'lax',
    secure: config.SITE_URL.startsWith('https:'),
    path: API_PATHS.auth,
    maxAge: LIFE_S * 1000,
  });
}

function readCookie({ headers }: Pick<IncomingMessage, 'headers'>): {
  device?: string | undefined;
  marks: string[];
} {
  const [device, ...marks] = COOKIE.exec(headers.cookie ?? '')?.[1]?.split('.') ?? [];
  return { device, marks: marks.slice(0, MAX_MARKS) };
}

function createMark(key: KeyObject, device: string, subject: string): string {
  const mac = createHmac('sha256', key).update(`${device}\n${subject}`).digest();
  return mac.subarray(0, MARK_BYTES).toString('base64url');
}
