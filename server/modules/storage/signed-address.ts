import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SignedAddress } from '#contract/calls/storage.ts';
import { API_PATHS } from '#contract/words/paths.ts';
import type { ObjectName } from './object-name.ts';

/** One session with pauses; a new address costs one request. */
export const SIGNED_FOR_MS = 4 * 60 * 60 * 1000;

function signatureOf(secret: string, { bucket, name }: ObjectName, expiresAt: number): Buffer {
  return createHmac('sha256', secret)
    .update(`storage address\n${bucket}\n${name}\n${expiresAt}`)
    .digest();
}

/** An address that opens one file until `expiresAt` (milliseconds), for anyone who has it. */
export function signAddress(secret: string, object: ObjectName, expiresAt: number): SignedAddress {
  const signature = signatureOf(secret, object, expiresAt).toString('base64url');
  const token = `${expiresAt.toString(36)}.${signature}`;
  const address = `${API_PATHS.signedObject}/${object.bucket}/${object.name}?token=${token}`;
  return {
    // Clients prepend `/storage/v1` and encode it.
    signedURL: address.slice(API_PATHS.storage.length),
    path: encodeURI(address),
    expiresAt: new Date(expiresAt).toISOString(),
  };
}

export function isSignatureValid(
  secret: string,
  object: ObjectName,
  token: string,
  now: number,
): boolean {
  const [expiry = '', signature = ''] = token.split('.');
  const expiresAt = Number.parseInt(expiry, 36);
  const given = Buffer.from(signature, 'base64url');
  const wanted = signatureOf(secret, object, expiresAt);
  return given.length === wanted.length && timingSafeEqual(given, wanted) && expiresAt > now;
}
