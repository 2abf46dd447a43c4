import type { StoredTags } from '../inspection/describe-audio.ts';
import { stripVorbisComment } from '../inspection/vorbis-comment.ts';
import { createTooManyPartsError } from '../storage.errors.ts';
import type { FilePatcher } from './file-patcher.ts';

const HEAD_BYTES = 27;
const MAX_PAGE = HEAD_BYTES + 255 + 255 * 255;
const BEGIN_OF_STREAM = 2;
/** Limit of a comment, whose largest part is a cover. */
const MAX_COMMENT_BYTES = 16 * 1024 * 1024;
const MAX_COMMENT_PAGES = 10_000;
/** Small enough that a buffer of tiny pages does not block the event loop. */
const BUFFER_BYTES = 2 * MAX_PAGE;

interface Page {
  position: number;
  bytes: Buffer;
}

/** Strips the comments of every stream of a chained file. */
export async function stripOgg(patcher: FilePatcher, tags: StoredTags): Promise<void> {
  const streams = new Set<number>();
  let comment: Page[] = [];
  let size = 0;
  for await (const page of readPages(patcher)) {
    const serial = page.bytes.readUInt32LE(14);
    if ((page.bytes.readUInt8(5) & BEGIN_OF_STREAM) !== 0) {
      streams.add(serial);
      comment = [];
      size = 0;
    } else if (streams.has(serial)) {
      comment.push(page);
      if (comment.length > MAX_COMMENT_PAGES) throw createTooManyPartsError();
      size += page.bytes.length;
      if (!endsPacket(page) && size < MAX_COMMENT_BYTES) continue;
      await stripComment(patcher, comment, tags);
      streams.delete(serial);
    }
  }
}

async function* readPages(patcher: FilePatcher): AsyncGenerator<Page> {
  let position = 0;
  let buffer: Buffer = Buffer.alloc(0);
  let bufferStart = 0;
  for (;;) {
    if (position + MAX_PAGE > bufferStart + buffer.length) {
      buffer = await patcher.read(position, BUFFER_BYTES);
      bufferStart = position;
    }
    const head = buffer.subarray(position - bufferStart);
    if (head.toString('latin1', 0, 4) !== 'OggS') return;
    const size = pageSize(head);
    const bytes = head.subarray(0, size);
    patcher.isTruncated = bytes.length < size;
    if (bytes.length < HEAD_BYTES) return;
    yield { position, bytes };
    position += bytes.length;
  }
}

const tableOf = (page: Buffer) => page.subarray(HEAD_BYTES, HEAD_BYTES + (page[26] ?? 0));
const pageSize = (page: Buffer) =>
  tableOf(page).reduce((sum, length) => sum + length, HEAD_BYTES + (page[26] ?? 0));
const endsPacket = ({ bytes }: Page) => tableOf(bytes).some((length) => length < 255);

/** Rewrites the first packet on these pages in place. */
async function stripComment(
  patcher: FilePatcher,
  pages: readonly Page[],
  tags: StoredTags,
): Promise<void> {
  const parts = pages.map(({ bytes }) => {
    const table = tableOf(bytes);
    const last = table.findIndex((length) => length < 255);
    const own = last < 0 ? table : table.subarray(0, last + 1);
    const start = HEAD_BYTES + table.length;
    return bytes.subarray(
      start,
      own.reduce((sum, length) => sum + length, start),
    );
  });
  const packet = Buffer.concat(parts);
  const isVorbis = packet.toString('latin1', 0, 7) === '\u0003vorbis';
  if (!isVorbis && packet.toString('latin1', 0, 8) !== 'OpusTags') return;
  // A Vorbis packet ends with a framing bit that must be set.
  const body = isVorbis ? packet.subarray(7, -1) : packet.subarray(8);
  stripVorbisComment(body, tags).copy(body);
  let offset = 0;
  for (const [index, part] of parts.entries()) {
    packet.copy(part, 0, offset, offset + part.length);
    offset += part.length;
    const page = pages[index];
    if (!page) continue;
    page.bytes.writeUInt32LE(0, 22);
    page.bytes.writeUInt32LE(checksum(page.bytes), 22);
    await patcher.write(page.position, page.bytes);
  }
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let sum = index << 24;
  for (let bit = 0; bit < 8; bit += 1) sum = (sum << 1) ^ (sum & 0x8000_0000 ? 0x04c1_1db7 : 0);
  return sum;
});

/** Ogg's CRC differs from zlib's: no reflection, no inversion. */
function checksum(bytes: Buffer): number {
  let sum = 0;
  for (const byte of bytes)
    sum = ((sum << 8) ^ (CRC_TABLE[((sum >>> 24) ^ byte) & 255] ?? 0)) >>> 0;
  return sum;
}
