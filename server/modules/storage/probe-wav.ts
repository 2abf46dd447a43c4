import type { FileWindow } from './file-window.ts';
import { createDamagedError } from './storage.errors.ts';

/** Walks the chunks of a RIFF file and returns the seconds of sound. */
export async function probeWav(file: FileWindow): Promise<number> {
  let bytesPerSecond = 0;
  let position = 12;
  while (position + 8 <= file.size) {
    const head = await file.at(position, 24);
    const type = head.toString('latin1', 0, 4);
    const size = head.readUInt32LE(4);
    if (position + 8 + size > file.size) throw createDamagedError('its end is missing');
    if (type === 'fmt ' && head.length >= 20) bytesPerSecond = head.readUInt32LE(16);
    if (type === 'data' && bytesPerSecond > 0 && size > 0) return size / bytesPerSecond;
    position += 8 + size + (size % 2);
  }
  throw createDamagedError('it holds no sound');
}
