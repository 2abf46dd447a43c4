import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';
import type { Mail } from '#server/core/mailer.ts';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Links that sign people in are inside. Bound to its row. */
export function sealMail(key: KeyObject, id: string, mail: Mail): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(id));
  const sealed = Buffer.concat([cipher.update(JSON.stringify(mail), 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
}

/** Undefined for what was sealed with another secret of the server. */
export function openMail(key: KeyObject, id: string, sealed: string): Mail | undefined {
  const bytes = Buffer.from(sealed, 'base64');
  const rest = bytes.subarray(IV_BYTES);
  try {
    const cipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES));
    cipher.setAAD(Buffer.from(id)).setAuthTag(rest.subarray(0, TAG_BYTES));
    // Nobody without the key could have made it: it is what sealMail was given.
    return JSON.parse(
      cipher.update(rest.subarray(TAG_BYTES), undefined, 'utf8') + cipher.final('utf8'),
    ) as Mail;
  } catch {
    return undefined;
  }
}
