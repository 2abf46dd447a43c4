import { createHash, createHmac } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { readOrMakeSecret } from '#server/core/kept-secret.ts';

export const TOMBSTONE_KEY_FILE = 'tombstone-key';

/** What tells erased people again: without it a guessed address cannot be tried against a tombstone. */
export interface TombstoneKeys {
  /** The hash of an id or address as it is kept from now on. */
  hash(subject: string): string;
  /** The same in every form a tombstone may have here: by this key, and by those of other machines. */
  hashes(subject: string): string[];
  /** One of an older version, a bare SHA-256, under this key; any other as it is. */
  wrap(subjectHash: string): string;
  /** False for one that another machine's key has made, which is not here. */
  knows(subjectHash: string): boolean;
}

/**
 * The first line is this machine's key. Those of other machines whose tombstones came here stand below it,
 * a line each (docs/decisions/0135).
 */
export function readTombstoneKeys(dataDir: string): TombstoneKeys {
  const lines = listTombstoneKeys(dataDir);
  const keys = lines.map((secret) => ({ secret, prefix: `${nameOf(secret)}:` }));
  const [own] = keys;
  if (own === undefined || own.secret === '') {
    throw new Error(`${TOMBSTONE_KEY_FILE} in DATA_DIR is empty; put back the one that was there.`);
  }
  const wrapWith = ({ secret, prefix }: typeof own, plain: string) =>
    prefix + createHmac('sha256', secret).update(plain).digest('hex');
  return {
    hash: (subject) => wrapWith(own, sha256(subject)),
    hashes(subject) {
      const plain = sha256(subject);
      return keys.map((key) => wrapWith(key, plain));
    },
    wrap: (kept) => (PLAIN.test(kept) ? wrapWith(own, kept) : kept),
    knows: (kept) => PLAIN.test(kept) || keys.some(({ prefix }) => kept.startsWith(prefix)),
  };
}

/** This machine's own first. */
export function listTombstoneKeys(dataDir: string): string[] {
  return readOrMakeSecret(dataDir, TOMBSTONE_KEY_FILE).split(/\s+/);
}

/** Those of another machine, below this one's. */
export function addTombstoneKeys(dataDir: string, keys: readonly string[]): void {
  const here = listTombstoneKeys(dataDir);
  const missing = keys.filter((key) => /^\S+$/.test(key) && !here.includes(key));
  if (missing.length === 0) return;
  appendFileSync(join(dataDir, TOMBSTONE_KEY_FILE), `\n${missing.join('\n')}\n`);
}

const PLAIN = /^[0-9a-f]{64}$/;
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
/** Which key made a tombstone, without a word about the key. */
const nameOf = (secret: string) => sha256(`tombstone key ${secret}`).slice(0, 12);
