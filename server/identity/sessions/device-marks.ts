import { createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import { DEVICE_COOKIE } from '#contract/words/device-cookie.ts';
import { API_PATHS } from '#contract/words/paths.ts';
import { isThisMachine } from '#server/http/this-machine.ts';
import type { AuthContext } from '../auth-context.ts';

/** Stands where a person's id stands; the admin is nobody with a row. */
export const ADMIN_SUBJECT = 'admin';

const LIFE_S = 365 * 24 * 60 * 60;
/** A family's computer knows several; more than these are forgotten, the oldest first. */
const MAX_MARKS = 5;
const MARK_BYTES = 12;
const COOKIE = new RegExp(
  `(?:^|; *)${DEVICE_COOKIE}=([A-Za-z0-9_-]{22}(?:\\.[A-Za-z0-9_-]{16})*)(?:;|$)`,
);

/**
 * The number of the device that asks, when this person has signed in on it before. Nothing of it is stored:
 * each mark is a seal over the device's number and hers, so it opens no account and says nothing about her.
 */
export function findKnownDevice(
  { keys }: Pick<AuthContext, 'keys'>,
  req: Pick<IncomingMessage, 'headers'>,
  subject: string,
): string | undefined {
  const { device, marks } = readCookie(req);
  if (device === undefined) return undefined;
  const expected = Buffer.from(createMark(keys.deviceMarks, device, subject));
  return marks.some((mark) => timingSafeEqual(Buffer.from(mark), expected)) ? device : undefined;
}

/** Lets the device be known from now on. A kiosk's own screen is everybody's, and remembers nobody. */
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
