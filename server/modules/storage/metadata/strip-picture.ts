import { setImmediate } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { listChunks } from '../inspection/riff-chunks.ts';
import { createUnsuitableError } from '../storage.errors.ts';
import type { FilePatcher } from './file-patcher.ts';

const MAX_BYTES = 32 * 1024 * 1024;
const SCAN_STEPS = 20_000;

/** Keeps JFIF, colour profile and Adobe's colour transform; removes data after the picture. */
export async function stripJpeg(patcher: FilePatcher): Promise<void> {
  const bytes = await readPicture(patcher);
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
      await patcher.fill(start, length, withOrientation(body.subarray(6), 'Exif\0\0'));
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
  const bytes = await readPicture(patcher);
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
      const chunk = Buffer.alloc(4 + length);
      chunk.write(type === 'eXIf' ? type : PNG_PADDING, 'latin1');
      if (type === 'eXIf') withOrientation(bytes.subarray(position + 8, end - 4)).copy(chunk, 4);
      await patcher.write(position + 4, Buffer.concat([chunk, bigEndian(crc32(chunk))]));
    }
    position = end;
  }
  patcher.isCut = true;
}

const WEBP_KEPT = /^(?:VP8 |VP8L|VP8X|ALPH|ANIM|ANMF|ICCP)$/;
const XMP_FLAG = 0x04;

export async function stripWebp(patcher: FilePatcher): Promise<void> {
  const bytes = await readPicture(patcher);
  const end = Math.min(bytes.readUInt32LE(4) + 8, bytes.length);
  const chunks = await listChunks(patcher.file, { start: 0, bytes: end, isBigEndian: false });
  for (const { id, position, size } of chunks) {
    const body = bytes.subarray(position + 8, position + 8 + size);
    if (id === 'VP8X') {
      const flags = Buffer.from([(body[0] ?? 0) & ~XMP_FLAG]);
      await patcher.write(position + 8, flags);
    } else if (id === 'EXIF') {
      const skipped = body.toString('latin1', 0, 4) === 'Exif' ? 6 : 0;
      await patcher.fill(
        position + 8,
        size,
        withOrientation(body.subarray(skipped)).subarray(0, size),
      );
    } else if (!WEBP_KEPT.test(id)) {
      await patcher.fill(
        position,
        8 + size,
        Buffer.concat([Buffer.from('PADD'), littleEndian(size)]),
      );
    }
  }
  await patcher.truncate(end);
}

async function readPicture(patcher: FilePatcher): Promise<Buffer> {
  const { size } = await patcher.file.stat();
  if (size > MAX_BYTES) {
    throw createUnsuitableError(
      `The picture is larger than ${MAX_BYTES / 1024 / 1024} MiB. Make it smaller.`,
    );
  }
  return patcher.read(0, size);
}

const ORIENTATION_TAG = 0x0112;

/** An Exif block with only the orientation; empty if it does not fit. */
function withOrientation(tiff: Buffer, prefix = ''): Buffer {
  const block = Buffer.alloc(26);
  if (tiff.length < block.length) return Buffer.alloc(0);
  block.write('MM\0*', 'latin1');
  block.writeUInt32BE(8, 4);
  block.writeUInt16BE(1, 8);
  block.writeUInt16BE(ORIENTATION_TAG, 10);
  block.writeUInt16BE(3, 12);
  block.writeUInt32BE(1, 14);
  block.writeUInt16BE(readOrientation(tiff), 18);
  return Buffer.concat([Buffer.from(prefix, 'latin1'), block]);
}

function readOrientation(tiff: Buffer): number {
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const uint16 = (at: number) =>
    at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at);
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  const entries = Math.min(uint16(directory), tiff.length / 12);
  for (let index = 0; index < entries; index += 1) {
    const entry = directory + 2 + index * 12;
    if (uint16(entry) !== ORIENTATION_TAG) continue;
    const value = uint16(entry + 8);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

function bigEndian(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function littleEndian(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
