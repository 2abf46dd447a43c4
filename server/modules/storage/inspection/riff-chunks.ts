import type { FileHandle } from 'node:fs/promises';
import { createTooManyPartsError } from '../storage.errors.ts';
import { readAt } from './file-kind.ts';

export interface Chunk {
  id: string;
  /** Position of the chunk's eight-byte header. */
  position: number;
  /** As stated; may exceed the file. */
  size: number;
}

const MAX_CHUNKS = 10_000;

/**
 * Lists chunks of a RIFF (WAV, WebP) or FORM (AIFF) file. In a WAV written to a pipe, the audio data states the size 0
 * and extends to the end of the file.
 */
export async function listChunks(
  file: FileHandle,
  { start, bytes, isBigEndian }: { start: number; bytes: number; isBigEndian: boolean },
): Promise<Chunk[]> {
  const chunks: Chunk[] = [];
  let position = start + 12;
  while (position + 8 <= bytes) {
    if (chunks.length > MAX_CHUNKS) throw createTooManyPartsError();
    const head = await readAt(file, position, 8);
    const size = isBigEndian ? head.readUInt32BE(4) : head.readUInt32LE(4);
    const id = head.toString('latin1', 0, 4);
    chunks.push({ id, position, size });
    if (id === 'data' && size === 0) break;
    position += 8 + size + (size % 2);
  }
  return chunks;
}
