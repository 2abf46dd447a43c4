import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/**
 * The STREAM construction as in age: a key of its own for each file (HKDF-SHA256 over a random salt), and
 * AES-256-GCM over segments whose nonce is their number and whether they are the last. Nothing of a file
 * is given out before it is known to be ours, in its place, and, at the end, whole.
 */
const MAGIC = Buffer.from('cradlesong-sealed-1\n');
const SALT = 32;
const SEGMENT = 64 * 1024;
const TAG = 16;

type Bytes = AsyncIterable<Buffer>;

/** `name` is sealed with the bytes: one file cannot stand for another. */
export async function* seal(key: Buffer, name: string, source: Bytes): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT);
  const own = deriveKey(key, salt, name);
  yield Buffer.concat([MAGIC, salt]);
  let index = 0;
  for await (const { bytes, isLast } of inSegments(source, SEGMENT)) {
    const cipher = createCipheriv('aes-256-gcm', own, nonceOf(index, isLast));
    index += 1;
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  }
}

export async function* unseal(key: Buffer, name: string, source: Bytes): AsyncGenerator<Buffer> {
  const { head, rest } = await takeHead(source, MAGIC.length + SALT);
  if (!head.subarray(0, MAGIC.length).equals(MAGIC)) throw new BrokenSealError(name);
  const own = deriveKey(key, head.subarray(MAGIC.length), name);
  let index = 0;
  for await (const { bytes, isLast } of inSegments(rest, SEGMENT + TAG)) {
    if (bytes.length < TAG) throw new BrokenSealError(name);
    const decipher = createDecipheriv('aes-256-gcm', own, nonceOf(index, isLast));
    index += 1;
    decipher.setAuthTag(bytes.subarray(-TAG));
    const open = decipher.update(bytes.subarray(0, -TAG));
    try {
      decipher.final();
    } catch {
      throw new BrokenSealError(name);
    }
    yield open;
  }
}

/** Damaged, cut short, changed, or sealed by another key: nobody can tell which. */
export class BrokenSealError extends Error {
  constructor(name: string) {
    super(`${name} is damaged, or was not made with this key.`);
    this.name = 'BrokenSealError';
  }
}

function deriveKey(key: Buffer, salt: Buffer, name: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, `cradlesong-sealed-1 ${name}`, 32));
}

function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(index, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/** All of one size but the last, which may be empty only when it is the first. */
async function* inSegments(source: Bytes, size: number) {
  let held: Buffer[] = [];
  let length = 0;
  for await (const chunk of source) {
    held.push(chunk);
    length += chunk.length;
    if (length <= size) continue;
    const all = Buffer.concat(held);
    let at = 0;
    for (; all.length - at > size; at += size) {
      yield { bytes: all.subarray(at, at + size), isLast: false };
    }
    held = [all.subarray(at)];
    length = all.length - at;
  }
  yield { bytes: Buffer.concat(held), isLast: true };
}

async function takeHead(source: Bytes, size: number): Promise<{ head: Buffer; rest: Bytes }> {
  const chunks = source[Symbol.asyncIterator]();
  let held = Buffer.alloc(0);
  while (held.length < size) {
    const next = await chunks.next();
    if (next.done) break;
    held = Buffer.concat([held, next.value]);
  }
  const after = held.subarray(size);
  async function* readRest() {
    yield after;
    for (;;) {
      const next = await chunks.next();
      if (next.done) return;
      yield next.value;
    }
  }
  return { head: held.subarray(0, size), rest: readRest() };
}
