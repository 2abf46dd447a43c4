import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  type KeyObject,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto';
import { SHORT_CODE_CHARS } from '#contract/constants/short-code.ts';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

export function createSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Hash of a long secret for the database. A short, guessable one needs a key: see `SecretKeys`. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Compares in constant time, so that the duration does not reveal where they differ. */
export function isSameSecret(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Signs the subject with an expiry time in milliseconds; `isSignedUntil` checks the token. */
export function signUntil(serverSecret: string, subject: string, until: number): string {
  const mac = createHmac('sha256', serverSecret).update(`${subject}\n${until}`);
  return `${until.toString(36)}.${mac.digest('base64url')}`;
}

export function isSignedUntil(
  serverSecret: string,
  subject: string,
  token: string,
  now: number,
): boolean {
  const until = Number.parseInt(token, 36);
  return until > now && isSameSecret(token, signUntil(serverSecret, subject, until));
}

/** Keyed hash of a short code, which could be guessed from a plain hash. */
export function hashShortCode(serverSecret: string, use: string, code: string): string {
  return createHmac('sha256', serverSecret).update(`cradlesong/${use}\n${code}`).digest('hex');
}

/** A code for people to read and type. It is short, so attempts must be limited. */
export function generateShortCode(length: number): string {
  const characters = Array.from({ length }, () =>
    SHORT_CODE_CHARS.charAt(randomInt(SHORT_CODE_CHARS.length)),
  );
  return characters.join('');
}

/** Encrypts for the row with this id: a value copied to another row does not decrypt. */
export function encrypt(key: KeyObject, id: string, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(id));
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url');
}

/** Undefined if encrypted with another key or for another row. */
export function decrypt(key: KeyObject, id: string, encrypted: string): string | undefined {
  const bytes = Buffer.from(encrypted, 'base64url');
  const rest = bytes.subarray(IV_BYTES);
  try {
    const cipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES));
    cipher.setAAD(Buffer.from(id)).setAuthTag(rest.subarray(0, TAG_BYTES));
    return cipher.update(rest.subarray(TAG_BYTES), undefined, 'utf8') + cipher.final('utf8');
  } catch {
    return undefined;
  }
}
