import { createHash, createHmac } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { readOrCreateSecret } from '#server/core/config/stored-secret.ts';

export const TOMBSTONE_KEY_FILE = 'tombstone-key';

export type TombstoneKeys = ReturnType<typeof readTombstoneKeys>;

/**
 * Keys of tombstones; without them a guessed address cannot be tested against a tombstone. The first line is this
 * machine's key. Keys of other machines with imported tombstones follow, one per line (docs/decisions/0080).
 */
export function readTombstoneKeys(dataDir: string) {
  const lines = listTombstoneKeys(dataDir);
  const keys = lines.map((secret) => ({ secret, prefix: `${fingerprintOf(secret)}:` }));
  const [own] = keys;
  if (own === undefined || own.secret === '') {
    throw new Error(`${TOMBSTONE_KEY_FILE} in DATA_DIR is empty; restore the previous file.`);
  }
  const hmacWith = ({ secret, prefix }: typeof own, plain: string) =>
    prefix + createHmac('sha256', secret).update(plain).digest('hex');
  return {
    /** Hash of an id or address with the current key. */
    hash: (subject: string) => hmacWith(own, sha256(subject)),
    /** Hashes with all known keys, including those of other machines. */
    hashes(subject: string) {
      const plain = sha256(subject);
      return keys.map((key) => hmacWith(key, plain));
    },
    /** Whether the hash was made with a known key. */
    knows: (subjectHash: string) => keys.some(({ prefix }) => subjectHash.startsWith(prefix)),
  };
}

/** This machine's key first. */
export function listTombstoneKeys(dataDir: string): string[] {
  return readOrCreateSecret(dataDir, TOMBSTONE_KEY_FILE).split(/\s+/);
}

/** Appends keys of another machine. */
export function addTombstoneKeys(dataDir: string, keys: readonly string[]): void {
  const known = listTombstoneKeys(dataDir);
  const missing = keys.filter((key) => /^\S+$/.test(key) && !known.includes(key));
  if (missing.length === 0) return;
  appendFileSync(join(dataDir, TOMBSTONE_KEY_FILE), `\n${missing.join('\n')}\n`);
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
/** Id of a key that does not reveal it. */
export const fingerprintOf = (secret: string) => sha256(`tombstone key ${secret}`).slice(0, 12);
