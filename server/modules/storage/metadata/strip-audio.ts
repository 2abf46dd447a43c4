import type { StoredTags } from '../inspection/describe-audio.ts';
import { skipTags, tagSize } from '../inspection/file-kind.ts';
import { listChunks } from '../inspection/riff-chunks.ts';
import { stripVorbisComment, tagsThatFit } from '../inspection/vorbis-comment.ts';
import type { FilePatcher } from './file-patcher.ts';

/** Bytes scanned before yielding to the event loop. */
const SCAN_BYTES = 64 * 1024;
const ID3_HEAD = 10;

/** Strips MP3 and AAC: tags may be before and after the frames and, in joined files, between them. */
export async function stripFrames(patcher: FilePatcher, tags: StoredTags): Promise<void> {
  const { size } = await patcher.file.stat();
  for await (const { position, length } of findId3Tags(patcher, size)) {
    const room = length - ID3_HEAD;
    const frames = position === 0 ? id3Frames(tags, room) : Buffer.alloc(0);
    await patcher.fill(position, length, Buffer.concat([id3Head(room), frames]));
  }
  await stripTail(patcher, size);
}

async function* findId3Tags(patcher: FilePatcher, size: number) {
  for (let from = 0; from < size; ) {
    // Reads overlap, because a marker may cross the boundary between two reads.
    const bytes = await patcher.read(from, SCAN_BYTES + 16);
    let next = from + SCAN_BYTES;
    for (let at = bytes.indexOf('ID3'); at >= 0 && at < SCAN_BYTES; ) {
      const head = bytes.subarray(at, at + 16);
      const length = isId3Head(head) ? Math.min(tagSize(head), size - from - at) : 1;
      if (length > 1) {
        yield { position: from + at, length };
        next = Math.max(next, from + at + length);
      }
      at = bytes.indexOf('ID3', at + length);
    }
    from = next;
  }
}

function isId3Head(head: Buffer): boolean {
  const [version = 0, revision] = [head[3], head[4]];
  if (version < 2 || version > 4 || revision !== 0) return false;
  const isSize = head.subarray(6, 10).every((byte) => byte < 0x80);
  const isFrame = /^(?:[A-Z][A-Z0-9]{2}|\0\0\0)/.test(head.toString('latin1', 10, 14));
  return head.length >= 14 && isSize && isFrame;
}

function id3Head(size: number): Buffer {
  const sizes = [21, 14, 7, 0].map((shift) => (size >>> shift) & 127);
  return Buffer.from([...Buffer.from('ID3'), 3, 0, 0, ...sizes]);
}

/** ID3v2.3 text frames. */
function id3Frames({ title, artist, album }: StoredTags, room: number): Buffer {
  const tags = { TIT2: title, TPE1: artist, TALB: album };
  const frames = tagsThatFit(tags, room, (id, text) => {
    const body = Buffer.concat([Buffer.from([1, 0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
    const head = Buffer.alloc(10);
    head.write(id);
    head.writeUInt32BE(body.length, 4);
    return Buffer.concat([head, body]);
  });
  return Buffer.concat(frames);
}

const ID3V1_BYTES = 128;
/** Title, artist and album end here; year and comment follow. */
const ID3V1_KEPT = 93;
const ID3V1_DROPPED = 34;

async function stripTail(patcher: FilePatcher, size: number): Promise<void> {
  let end = size;
  for (let tags = 0; tags < 8 && end > 0; tags += 1) {
    const tail = await patcher.read(Math.max(0, end - ID3V1_BYTES), Math.min(end, ID3V1_BYTES));
    const length = await stripLastTag(patcher, tail, end);
    if (length === 0) return;
    end -= length;
  }
}

async function stripLastTag(patcher: FilePatcher, tail: Buffer, end: number): Promise<number> {
  if (tail.toString('latin1', 0, 3) === 'TAG' && tail.length === ID3V1_BYTES) {
    await patcher.zero(end - ID3V1_BYTES + ID3V1_KEPT, ID3V1_DROPPED);
    return ID3V1_BYTES;
  }
  const footer = tail.subarray(-32);
  const hasApe = footer.length === 32 && footer.toString('latin1', 0, 8) === 'APETAGEX';
  const [, lyrics] = /(\d{6})LYRICS200$/.exec(tail.toString('latin1')) ?? [];
  const length = hasApe ? footer.readUInt32LE(12) + 32 : lyrics ? Number(lyrics) + 15 : 0;
  const bounded = Math.min(length, end);
  await patcher.zero(end - bounded, bounded);
  return bounded;
}

/** Larger sizes are placeholders, in files written to a pipe and in RF64, which stores the size in another chunk. */
const MAX_STATED_SIZE = 0xffff_f000;
/** Chunks with audio data; others become padding. */
const WAV_KEPT = /^(?:fmt |data|fact|ds64|smpl|PEAK)$/;
const AIFF_KEPT = /^(?:COMM|SSND|FVER|MARK|INST)$/;

export const stripWav = (patcher: FilePatcher) =>
  stripChunks(patcher, { isBigEndian: false, kept: WAV_KEPT });

export const stripAiff = (patcher: FilePatcher) =>
  stripChunks(patcher, { isBigEndian: true, kept: AIFF_KEPT });

async function stripChunks(
  patcher: FilePatcher,
  { isBigEndian, kept }: { isBigEndian: boolean; kept: RegExp },
): Promise<void> {
  const start = await skipFront(patcher);
  const { size: bytes } = await patcher.file.stat();
  const chunks = await listChunks(patcher.file, { start, bytes, isBigEndian });
  for (const { id, position, size } of chunks) {
    if (id === 'data' && size < MAX_STATED_SIZE)
      patcher.isTruncated ||= position + 8 + size > bytes + 1;
    if (kept.test(id)) continue;
    await patcher.write(position, Buffer.from('JUNK'));
    await patcher.zero(position + 8, Math.min(size, bytes - position - 8));
  }
}

const FLAC_KEPT = new Set([0, 1, 3]);
const VORBIS_COMMENT = 4;
const PADDING = 1;

export async function stripFlac(patcher: FilePatcher, tags: StoredTags): Promise<void> {
  let position = (await skipFront(patcher)) + 4;
  for (let isLast = false; !isLast; ) {
    const head = await patcher.read(position, 4);
    if (head.length < 4) return;
    const type = head.readUInt8(0) & 0x7f;
    isLast = (head.readUInt8(0) & 0x80) !== 0;
    const size = head.readUIntBE(1, 3);
    if (type === VORBIS_COMMENT) {
      await patcher.write(
        position + 4,
        stripVorbisComment(await patcher.read(position + 4, size), tags),
      );
    } else {
      if (!FLAC_KEPT.has(type))
        await patcher.write(position, Buffer.from([(isLast ? 0x80 : 0) | PADDING]));
      if (type === PADDING || !FLAC_KEPT.has(type)) await patcher.zero(position + 4, size);
    }
    position += 4 + size;
  }
}

/** Clears tags in front of other audio formats; returns where the content begins. */
const skipFront = (patcher: FilePatcher) =>
  skipTags(patcher.file, (position, length) =>
    patcher.fill(position, length, id3Head(length - ID3_HEAD)),
  );
