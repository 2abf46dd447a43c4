import { type KeyObject, sign, verify } from 'node:crypto';

/** A version in the feed: its files, their hashes, and the owner's signature over both. */
export type SignedUpdate = Readonly<Record<string, unknown>>;

/** Canonical text, independent of the order of keys. */
function textOf({ signature: _, ...signed }: SignedUpdate): Buffer {
  return Buffer.from(
    JSON.stringify(signed, (_key, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
        : value,
    ),
  );
}

/** Ed25519, as base64. */
export function signUpdate(update: SignedUpdate, privateKey: KeyObject): string {
  return sign(null, textOf(update), privateKey).toString('base64');
}

export function isSignedUpdate(update: SignedUpdate, publicKey: KeyObject): boolean {
  const { signature } = update;
  if (typeof signature !== 'string') return false;
  return verify(null, textOf(update), publicKey, Buffer.from(signature, 'base64'));
}
