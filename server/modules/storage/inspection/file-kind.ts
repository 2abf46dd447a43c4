import { type FileHandle, open } from 'node:fs/promises';
import type { AudioExtension } from '#server/core/files/ffmpeg-input.ts';
import { isAacFrameChain, isMp3FrameChain } from './audio-frames.ts';

export type PictureExtension = 'png' | 'jpg' | 'webp' | 'heic';

export interface AudioKind {
  extension: AudioExtension;
  /** Start of the content, after tags, padding and stray bytes. */
  start: number;
}

const HEAD_BYTES = 64 * 1024;
const MAX_PADDING = 4 * 1024 * 1024;
const MAX_TAGS = 16;

const AUDIO_MAGIC: readonly [AudioExtension, RegExp][] = [
  ['flac', /^fLaC/],
  ['ogg', /^OggS/],
  ['wav', /^(?:RIFF|RF64|BW64).{4}WAVE/s],
  ['aiff', /^FORM.{4}AIF[FC]/s],
  ['m4a', /^.{4}ftyp(?!hei|hev|mif1|msf1|avi[fs])/s],
];

const PICTURE_MAGIC: readonly [PictureExtension, RegExp][] = [
  ['png', /^\x89PNG\r\n/],
  ['jpg', /^\xff\xd8\xff/],
  ['webp', /^RIFF.{4}WEBP/s],
  ['heic', /^.{4}ftyp(?:hei|hev|mif1|msf1)/s],
];

/** Detects the audio format by content, after the leading tags. */
export async function findAudioKind(path: string): Promise<AudioKind | undefined> {
  return withFile(path, async (file) => {
    const start = await skipTags(file);
    const head = await readAt(file, start, HEAD_BYTES);
    const text = head.toString('latin1', 0, 16);
    const known = AUDIO_MAGIC.find(([, magic]) => magic.test(text));
    if (known) return { extension: known[0], start };
    for (let offset = 0; offset < head.length - 4; offset += 1) {
      if (head[offset] !== 0xff) continue;
      const rest = head.subarray(offset);
      if (isMp3FrameChain(rest)) return { extension: 'mp3', start: start + offset };
      if (isAacFrameChain(rest)) return { extension: 'aac', start: start + offset };
    }
    return undefined;
  });
}

/** Detects the picture format. Excludes SVG, which can contain scripts. */
export async function findPictureKind(path: string): Promise<PictureExtension | undefined> {
  const text = await withFile(path, async (file) => (await readAt(file, 0, 16)).toString('latin1'));
  return PICTURE_MAGIC.find(([, magic]) => magic.test(text))?.[0];
}

/** Skips leading ID3v2 and APE tags, and zeros between and after them. */
export async function skipTags(
  file: FileHandle,
  onTag?: (position: number, length: number) => Promise<void>,
): Promise<number> {
  let position = 0;
  for (let tags = 0; tags < MAX_TAGS; tags += 1) {
    const head = await readAt(file, position, 32);
    const size = tagSize(head);
    if (size > 0) {
      await onTag?.(position, size);
      position += size;
    } else if (head.length >= 4 && head.subarray(0, 4).every((byte) => byte === 0)) {
      // Fewer than four zeros may be the start of an M4A, which begins with a 32-bit size.
      position += await countZeros(file, position);
    } else return position;
  }
  return position;
}

export function tagSize(head: Buffer): number {
  const text = head.toString('latin1', 0, 8);
  if (text.startsWith('ID3') && head.length >= 10) {
    const size = [6, 7, 8, 9].reduce((sum, index) => sum * 128 + ((head[index] ?? 0) & 127), 0);
    const hasFooter = ((head[5] ?? 0) & 0x10) !== 0;
    return 10 + size + (hasFooter ? 10 : 0);
  }
  if (text === 'APETAGEX' && head.length >= 32) return 32 + head.readUInt32LE(12);
  return 0;
}

async function countZeros(file: FileHandle, from: number): Promise<number> {
  for (let zeros = 0; zeros < MAX_PADDING; zeros += HEAD_BYTES) {
    const chunk = await readAt(file, from + zeros, HEAD_BYTES);
    const other = chunk.findIndex((byte) => byte !== 0);
    if (other >= 0) return zeros + other;
    if (chunk.length < HEAD_BYTES) return zeros + chunk.length;
  }
  return MAX_PADDING;
}

export async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

export async function withFile<T>(path: string, work: (file: FileHandle) => Promise<T>) {
  const file = await open(path, 'r');
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}
