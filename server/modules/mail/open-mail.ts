import type { KeyObject } from 'node:crypto';
import { decrypt } from '#server/core/config/secrets.ts';
import type { Mail } from '#server/core/mail/mailer.ts';

/** A queued mail; undefined if encrypted with another server secret. */
export function openMail(key: KeyObject, id: string, sealed: string): Mail | undefined {
  const text = decrypt(key, id, sealed);
  // Authenticated by the key, so it is a mail of this server.
  return text === undefined ? undefined : (JSON.parse(text) as Mail);
}
