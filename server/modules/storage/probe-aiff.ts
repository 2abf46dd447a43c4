import type { FileWindow } from './file-window.ts';
import { createDamagedError } from './storage.errors.ts';

/** Walks the chunks of an AIFF file and returns the seconds of sound. */
export async function probeAiff(file: FileWindow): Promise<number> {
  let seconds = 0;
  let hasSound = false;
  let position = 12;
  while (position + 8 <= file.size) {
    const head = await file.at(position, 26);
    const type = head.toString('latin1', 0, 4);
    const size = head.readUInt32BE(4);
    if (position + 8 + size > file.size) throw createDamagedError('its end is missing');
    if (type === 'COMM' && head.length === 26) seconds = secondsOf(head.subarray(8));
    if (type === 'SSND' && size > 8) hasSound = true;
    position += 8 + size + (size % 2);
  }
  if (seconds > 0 && hasSound) return seconds;
  throw createDamagedError('it holds no sound');
}

/** Frames by their rate, which is written in ten bytes: 1 of sign, 15 of exponent, 64 of fraction. */
function secondsOf(common: Buffer): number {
  const frames = common.readUInt32BE(2);
  const exponent = (common.readUInt16BE(8) & 0x7fff) - 16_383;
  const rate = common.readUInt32BE(10) * 2 ** (exponent - 31);
  return rate > 0 ? frames / rate : 0;
}
