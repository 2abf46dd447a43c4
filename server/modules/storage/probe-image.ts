import { crc32 } from 'node:zlib';
import type { FileWindow } from './file-window.ts';
import { createDamagedError } from './storage.errors.ts';

const PNG_SIGNATURE_BYTES = 8;
const END_MISSING = 'its end is missing';

/** Every chunk's checksum, up to the one that says "end". */
export async function probePng(file: FileWindow): Promise<void> {
  let position = PNG_SIGNATURE_BYTES;
  while (position + 12 <= file.size) {
    const length = (await file.at(position, 4)).readUInt32BE(0);
    if (position + 12 + length > file.size) break;
    const chunk = await file.at(position + 4, 4 + length + 4);
    const body = chunk.subarray(0, 4 + length);
    if (crc32(body) !== chunk.readUInt32BE(4 + length)) {
      throw createDamagedError('a checksum in it does not match');
    }
    if (body.toString('latin1', 0, 4) === 'IEND') return;
    position += 12 + length;
  }
  throw createDamagedError(END_MISSING);
}

/** The end marker stands in the last bytes; cameras pad after it. */
export async function probeJpeg(file: FileWindow): Promise<void> {
  const tail = await file.at(Math.max(0, file.size - 4096), 4096);
  const end = tail.lastIndexOf(Buffer.from([0xff, 0xd9]));
  if (end < 0 || tail.subarray(end + 2).some((byte) => byte !== 0)) {
    throw createDamagedError(END_MISSING);
  }
}

/** RIFF says its own length. */
export async function probeWebp(file: FileWindow): Promise<void> {
  const declared = (await file.at(4, 4)).readUInt32LE(0) + 8;
  if (declared > file.size) throw createDamagedError(END_MISSING);
}
