import type { FileWindow } from './file-window.ts';
import { createDamagedError } from './storage.errors.ts';

const HEAD_BYTES = 27;
/** A page on which nothing ends says this instead of a place. */
const NOTHING_ENDS = 0xffff_ffff_ffff_ffffn;

interface Stream {
  serial: number;
  rate: number;
  /** Samples before the beginning, of Opus. */
  skipped: number;
}

/** Walks the pages of an Ogg file, Vorbis or Opus, and returns the seconds of sound. */
export async function probeOgg(file: FileWindow): Promise<number> {
  let position = 0;
  let stream: Stream | undefined;
  let last = 0;
  while (position < file.size) {
    const head = await file.at(position, HEAD_BYTES + 255);
    if (head.length < HEAD_BYTES || head.toString('latin1', 0, 4) !== 'OggS') {
      throw createDamagedError('the sound breaks off');
    }
    const table = head.subarray(HEAD_BYTES, HEAD_BYTES + head.readUInt8(26));
    const start = HEAD_BYTES + table.length;
    const size = table.reduce((sum, length) => sum + length, start);
    if (position + size > file.size) throw createDamagedError('its end is missing');
    const serial = head.readUInt32LE(14);
    stream ??= readStream(serial, await file.at(position + start, 20));
    const place = head.readBigUInt64LE(6);
    if (serial === stream?.serial && place !== NOTHING_ENDS) last = Number(place);
    position += size;
  }
  const samples = last - (stream?.skipped ?? 0);
  if (!stream || samples <= 0)
    throw createDamagedError('it holds no sound, neither Vorbis nor Opus');
  return samples / stream.rate;
}

/** Undefined for the first page of anything else, such as a picture. */
function readStream(serial: number, packet: Buffer): Stream | undefined {
  if (packet.length < 16) return undefined;
  // Opus counts in 48 kHz, whatever was recorded.
  if (packet.toString('latin1', 0, 8) === 'OpusHead') {
    return { serial, rate: 48_000, skipped: packet.readUInt16LE(10) };
  }
  if (packet.toString('latin1', 0, 7) !== '\u0001vorbis') return undefined;
  const rate = packet.readUInt32LE(12);
  return rate === 0 ? undefined : { serial, rate, skipped: 0 };
}
