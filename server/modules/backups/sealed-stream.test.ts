import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { seal, unseal } from './sealed-stream.ts';
import { formatKey, parseKey } from './whole-key.ts';

const SEGMENT = 64 * 1024;
const HEAD = 20 + 32;
const key = randomBytes(32);

/** As a file comes: in pieces that have nothing to do with segments. */
async function* inPieces(bytes: Buffer, size = 10_007) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const sealed = (bytes: Buffer, name = 'a') =>
  buffer(Readable.from(seal(key, name, inPieces(bytes))));
const opened = (bytes: Buffer, name = 'a', by = key) =>
  buffer(Readable.from(unseal(by, name, inPieces(bytes))));

test.each([0, 1, SEGMENT - 1, SEGMENT, SEGMENT + 1, 3 * SEGMENT, 3 * SEGMENT + 5])(
  '%i bytes come back as they were, and show nothing of themselves',
  async (length) => {
    const bytes = randomBytes(length);
    const there = await sealed(bytes);
    expect((await opened(there)).equals(bytes)).toBe(true);
    if (length > 32) expect(there.includes(bytes.subarray(0, 32))).toBe(false);
    expect((await sealed(bytes)).equals(there)).toBe(false);
  },
);

describe('nothing is taken for whole that is not', () => {
  const bytes = randomBytes(2 * SEGMENT + 100);
  const whole = SEGMENT + 16;
  test.each<[string, (there: Buffer) => Buffer]>([
    ['a changed head', (it) => flip(it, 3)],
    ['a changed salt', (it) => flip(it, 30)],
    ['a changed byte', (it) => flip(it, HEAD + SEGMENT + 50)],
    ['a changed tag', (it) => flip(it, it.length - 1)],
    ['one cut between segments', (it) => it.subarray(0, HEAD + whole)],
    ['one cut anywhere', (it) => it.subarray(0, HEAD + 77)],
    ['one without segments', (it) => it.subarray(0, HEAD)],
    ['an empty one', () => Buffer.alloc(0)],
    ['a longer one', (it) => Buffer.concat([it, Buffer.alloc(1)])],
    ['segments in another order', (it) => swap(it, HEAD, HEAD + whole, whole)],
  ])('%s', async (_what, spoil) => {
    await expect(opened(spoil(Buffer.from(await sealed(bytes))))).rejects.toThrow('is damaged');
  });

  test('another name, another key', async () => {
    const there = await sealed(bytes);
    await expect(opened(there, 'b')).rejects.toThrow('b is damaged');
    await expect(opened(there, 'a', randomBytes(32))).rejects.toThrow('is damaged');
  });
});

test('a key is read as it was written down, and a mistyped one is told', () => {
  for (const secret of [randomBytes(32), Buffer.alloc(32), Buffer.alloc(32, 255)]) {
    const text = formatKey(secret);
    expect(text).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){13}[0-9A-HJKMNP-TV-Z]{4}$/);
    const typed = text.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l');
    expect(parseKey(typed).secret.equals(secret)).toBe(true);
    const other = text[7] === 'A' ? 'B' : 'A';
    expect(() => parseKey(text.slice(0, 7) + other + text.slice(8))).toThrow('This is no key');
    expect(() => parseKey(text.slice(0, -5))).toThrow('This is no key');
  }
});

function flip(bytes: Buffer, at: number): Buffer {
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  return bytes;
}

const swap = (bytes: Buffer, one: number, other: number, length: number) =>
  Buffer.concat([
    bytes.subarray(0, one),
    bytes.subarray(other, other + length),
    bytes.subarray(one, one + length),
    bytes.subarray(other + length),
  ]);
