import { setImmediate } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { listChunks } from '../inspection/riff-chunks.ts';
import { orientationOf } from '../pictures.ts';
import { createUnsuitableError } from '../storage.errors.ts';
import type { FilePatcher } from './file-patcher.ts';

const MAX_BYTES = 32 * 1024 * 1024;
const SCAN_STEPS = 20_000;
/** Each part of metadata is read and overwritten; a camera writes fewer than a hundred. */
const MAX_READS = 10_000;

/** Keeps JFIF, colour profile and Adobe's colour transform; removes data after the picture. */
export async function stripJpeg(patcher: FilePatcher): Promise<void> {
  const { bytes, orientation } = await readPicture(patcher);
  let position = 2;
  let steps = 0;
  while (position + 4 <= bytes.length) {
    steps += 1;
    if (steps % SCAN_STEPS === 0) await setImmediate();
    const marker = bytes[position + 1] ?? 0;
    if (bytes[position] !== 0xff || marker === 0xff || isWithinScan(marker)) {
      // Compressed data, or fill bytes before a marker.
      const next = bytes.indexOf(0xff, position + 1);
      position = next < 0 ? bytes.length : next;
      continue;
    }
    if (marker === 0xd9) break;
    const size = bytes.readUInt16BE(position + 2);
    const [start, length] = [position + 4, size - 2];
    const body = bytes.subarray(start, start + length);
    if (body.toString('latin1', 0, 4) === 'Exif') {
      const exif = exifBlock(orientation, length - 6);
      await patcher.fill(start, length, exif && Buffer.concat([Buffer.from('Exif\0\0'), exif]));
    } else if (isJpegMetadata(marker, body)) {
      await patcher.zero(start, length);
    }
    position += 2 + size;
  }
  if (bytes[position] === 0xff && bytes[position + 1] === 0xd9)
    await patcher.truncate(position + 2);
}

const isWithinScan = (marker: number) => marker === 0 || (marker >= 0xd0 && marker <= 0xd7);

function isJpegMetadata(marker: number, body: Buffer): boolean {
  const isComment = marker === 0xfe;
  const isAppData = marker >= 0xe0 && marker <= 0xef;
  const kept: Partial<Record<number, RegExp>> = {
    224: /^JFIF/,
    226: /^ICC_PROFILE/,
    238: /^Adobe/,
  };
  return isComment || (isAppData && !kept[marker]?.test(body.toString('latin1', 0, 16)));
}

const PNG_KEPT =
  /^(?:IHDR|PLTE|IDAT|IEND|tRNS|gAMA|cHRM|sRGB|iCCP|cICP|sBIT|bKGD|hIST|pHYs|sPLT|acTL|fcTL|fdAT)$/;
/** A private chunk that decoders skip. */
const PNG_PADDING = 'paDd';

export async function stripPng(patcher: FilePatcher): Promise<void> {
  const { bytes, orientation } = await readPicture(patcher);
  let position = 8;
  let steps = 0;
  while (position + 12 <= bytes.length) {
    steps += 1;
    if (steps % SCAN_STEPS === 0) await setImmediate();
    const length = bytes.readUInt32BE(position);
    const end = position + 12 + length;
    if (end > bytes.length) break;
    const type = bytes.toString('latin1', position + 4, position + 8);
    if (type === 'IEND') return patcher.truncate(end);
    if (!PNG_KEPT.test(type)) {
      const chunk = Buffer.alloc(4 + length + 4);
      chunk.write(type === 'eXIf' ? type : PNG_PADDING, 'latin1');
      if (type === 'eXIf') exifBlock(orientation, length)?.copy(chunk, 4);
      chunk.writeUInt32BE(crc32(chunk.subarray(0, -4)), 4 + length);
      await patcher.write(position + 4, chunk);
    }
    position = end;
  }
  patcher.isTruncated = true;
}

const WEBP_KEPT = /^(?:VP8 |VP8L|VP8X|ALPH|ANIM|ANMF|ICCP)$/;
const XMP_FLAG = 0x04;

export async function stripWebp(patcher: FilePatcher): Promise<void> {
  const { bytes, orientation } = await readPicture(patcher);
  const end = Math.min(bytes.readUInt32LE(4) + 8, bytes.length);
  const chunks = await listChunks(patcher.file, { start: 0, bytes: end, isBigEndian: false });
  for (const { id, position, size } of chunks) {
    const start = position + 8;
    if (id === 'VP8X') {
      await patcher.write(start, Buffer.from([(bytes[start] ?? 0) & ~XMP_FLAG]));
    } else if (id === 'EXIF') {
      await patcher.fill(start, size, exifBlock(orientation, size));
    } else if (!WEBP_KEPT.test(id)) {
      await patcher.write(position, Buffer.from('PADD'));
      await patcher.zero(start, size);
    }
  }
  await patcher.truncate(end);
}

async function readPicture(patcher: FilePatcher) {
  const { size } = await patcher.file.stat();
  if (size > MAX_BYTES) {
    throw createUnsuitableError(
      `The picture is larger than ${MAX_BYTES / 1024 / 1024} MiB. Make it smaller.`,
    );
  }
  patcher.maxReads = MAX_READS;
  const bytes = await patcher.read(0, size);
  return { bytes, orientation: await orientationOf(bytes) };
}

const ORIENTATION_TAG = 0x0112;

/** An Exif block with only the orientation; undefined if it does not fit. */
function exifBlock(orientation: number, room: number): Buffer | undefined {
  const block = Buffer.alloc(26);
  if (room < block.length) return undefined;
  block.write('MM\0*', 'latin1');
  block.writeUInt32BE(8, 4);
  block.writeUInt16BE(1, 8);
  block.writeUInt16BE(ORIENTATION_TAG, 10);
  block.writeUInt16BE(3, 12);
  block.writeUInt32BE(1, 14);
  block.writeUInt16BE(orientation, 18);
  return block;
}
