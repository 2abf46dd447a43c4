import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const KEY_FILE = 'whole-backup-key';
/** Crockford's: no letter that is read as a digit. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const BYTES = 32;
const CHECK_BYTES = 3;

export interface WholeKey {
  readonly secret: Buffer;
  /** What was shown, or is to be. */
  readonly text: string;
  readonly isNew: boolean;
}

/**
 * The key of whole backups: the given one, or the one kept here, or a new one, which is to be shown. The server
 * needs it to make backups; it lies beside the data that it protects elsewhere.
 */
export function getWholeKey(dataDir: string, given: string | undefined): WholeKey {
  const file = join(dataDir, KEY_FILE);
  const text = given ?? (existsSync(file) ? readFileSync(file, 'utf8') : undefined);
  if (text !== undefined) return { ...parseKey(text), isNew: false };
  const key = parseKey(formatKey(randomBytes(BYTES)));
  keepWholeKey(dataDir, key.text);
  return { ...key, isNew: true };
}

/** Undefined where there is none: a backup is not looked for with a new key. */
export function findWholeKey(dataDir: string, given: string | undefined): WholeKey | undefined {
  const isThere = given !== undefined || existsSync(join(dataDir, KEY_FILE));
  return isThere ? getWholeKey(dataDir, given) : undefined;
}

/** So that the next backup of this machine goes on with it. One that is here already stays. */
export function keepWholeKey(dataDir: string, text: string): void {
  const file = join(dataDir, KEY_FILE);
  if (existsSync(file)) return;
  const handle = openSync(file, 'wx', 0o600);
  try {
    writeSync(handle, `${text}\n`);
    // What is sealed before the key is safe could be lost with it.
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** A key for one purpose; none of them tells the others. */
export function deriveFrom(secret: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `cradlesong whole backup, ${purpose}`, 32));
}

export function formatKey(secret: Buffer): string {
  const all = Buffer.concat([secret, checkOf(secret)]);
  let bits = BigInt(`0x${all.toString('hex')}`);
  let text = '';
  for (let at = 0; at < (all.length * 8) / 5; at += 1) {
    text = ALPHABET[Number(bits & 31n)] + text;
    bits >>= 5n;
  }
  return (text.match(/.{4}/g) ?? []).join('-');
}

/** As it was written down: in any case, with or without dashes, O for 0. */
export function parseKey(text: string): { secret: Buffer; text: string } {
  const plain = text.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  let bits = 0n;
  for (const letter of plain) {
    const value = ALPHABET.indexOf(letter);
    if (value < 0) throw createKeyError();
    bits = (bits << 5n) | BigInt(value);
  }
  const length = BYTES + CHECK_BYTES;
  if (plain.length !== (length * 8) / 5) throw createKeyError();
  const all = Buffer.from(bits.toString(16).padStart(length * 2, '0'), 'hex');
  const secret = all.subarray(0, BYTES);
  if (!checkOf(secret).equals(all.subarray(BYTES))) throw createKeyError();
  return { secret, text: formatKey(secret) };
}

const checkOf = (secret: Buffer) =>
  createHash('sha256').update(secret).digest().subarray(0, CHECK_BYTES);

const createKeyError = () =>
  new Error(
    'This is no key of whole backups: it has 56 letters and digits, in groups of four. Look for a mistyped one.',
  );
