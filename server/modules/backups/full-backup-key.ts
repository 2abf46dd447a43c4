import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { base32crockford, bech32 } from '@scure/base';

const KEY_FILE = 'backup-identity';
/** Key file of releases up to 0.1.0, in an older format. The key stays valid. */
const OLD_KEY_FILE = 'whole-backup-key';

export interface FullBackupKey {
  /** An age identity, AGE-SECRET-KEY-1… */
  readonly identity: string;
  /** A new key has to be shown to the operator. */
  readonly isNew: boolean;
}

/**
 * Key of full backups: the given one, the stored one, or a new one. The server needs it to find files already
 * backed up and to check backups.
 */
export async function getFullBackupKey(
  dataDir: string,
  given: string | undefined,
): Promise<FullBackupKey> {
  const known = findFullBackupKey(dataDir, given);
  if (known) return known;
  const { generateX25519Identity } = await import('age-encryption');
  const identity = await generateX25519Identity();
  keepFullBackupKey(dataDir, identity);
  return { identity, isNew: true };
}

/** Undefined if there is no key; never creates one, because a new key cannot read existing backups. */
export function findFullBackupKey(
  dataDir: string,
  given: string | undefined,
): FullBackupKey | undefined {
  const file = [KEY_FILE, OLD_KEY_FILE].map((name) => join(dataDir, name)).find(existsSync);
  const text = given ?? (file === undefined ? undefined : readFileSync(file, 'utf8'));
  return text === undefined ? undefined : { identity: parseKey(text), isNew: false };
}

/** Stores the key for the next backup of this machine; keeps an existing one. */
export function keepFullBackupKey(dataDir: string, identity: string): void {
  const file = join(dataDir, KEY_FILE);
  if (existsSync(file)) return;
  // Flushed, because a backup cannot be read if a power failure loses its key.
  writeFileSync(file, `${identity}\n`, { mode: 0o600, flag: 'wx', flush: true });
}

/** Parses a typed key in any case, including keys of older releases. */
function parseKey(text: string): string {
  const plain = text.trim().toUpperCase();
  const identity = /^AGE-SECRET-KEY-1[0-9A-Z]{58}$/.test(plain) ? plain : toAgeIdentity(plain);
  if (identity === undefined) throw createKeyError();
  return identity;
}

export const createKeyError = () =>
  new Error(
    'This is not a key of full backups. A key begins with AGE-SECRET-KEY-1 and has 74 characters. Check it for typing errors.',
  );

const OLD_KEY_BYTES = 32;
const CHECK_BYTES = 3;

/**
 * Converts a key of releases up to 0.1.0 (Crockford's base 32 with a checksum) to an age identity; undefined if
 * it is not such a key.
 */
function toAgeIdentity(text: string): string | undefined {
  const plain = text.replace(/[\s-]/g, '');
  // Crockford's alphabet has no U.
  if (!/^[0-9A-TV-Z]{56}$/.test(plain)) return undefined;
  const all = Buffer.from(base32crockford.decode(plain));
  const secret = all.subarray(0, OLD_KEY_BYTES);
  const check = createHash('sha256').update(secret).digest().subarray(0, CHECK_BYTES);
  if (!check.equals(all.subarray(OLD_KEY_BYTES))) return undefined;
  return bech32.encodeFromBytes('age-secret-key-', secret).toUpperCase();
}
