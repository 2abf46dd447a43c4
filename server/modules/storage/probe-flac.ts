import type { FileWindow } from './file-window.ts';
import { createDamagedError } from './storage.errors.ts';

const STREAMINFO_BYTES = 34;
/** Where the description of the stream does not say how large a frame may be: more than any has. */
const LARGEST_FRAME = 1024 * 1024;

interface StreamInfo {
  sampleRate: number;
  samples: number;
  blockSize: number;
  largestFrame: number;
}

/** Reads the description of the stream, and whether its last frame is there; returns the seconds of sound. */
export async function probeFlac(file: FileWindow): Promise<number> {
  const info = readStreamInfo(await file.at(8, STREAMINFO_BYTES));
  const size = Math.min(file.size, 2 * info.largestFrame);
  const tail = await file.at(file.size - size, size);
  if (!hasLastFrame(tail, info)) throw createDamagedError('its end is missing');
  return info.samples / info.sampleRate;
}

function readStreamInfo(body: Buffer): StreamInfo {
  if (body.length < STREAMINFO_BYTES) throw createDamagedError('it holds no sound');
  const sampleRate = body.readUIntBE(10, 3) >>> 4;
  const samples = (body.readUInt8(13) & 15) * 2 ** 32 + body.readUInt32BE(14);
  if (sampleRate === 0 || samples === 0) throw createDamagedError('it does not say how long it is');
  return {
    sampleRate,
    samples,
    blockSize: body.readUInt16BE(2),
    largestFrame: body.readUIntBE(7, 3) || LARGEST_FRAME,
  };
}

/** Whether one of the frames that begin in here ends where the sound does. */
function hasLastFrame(tail: Buffer, info: StreamInfo): boolean {
  for (let at = tail.length - 6; at >= 0; at -= 1) {
    // The mark of a frame, and whether its blocks are all as long.
    if (tail[at] === 0xff && (tail.readUInt8(at + 1) & 0xfe) === 0xf8) {
      if (endOfFrame(tail.subarray(at, at + 16), info) === info.samples) return true;
    }
  }
  return false;
}

/** The sample after a frame; undefined where the mark was part of the sound: the sum over the head tells. */
function endOfFrame(head: Buffer, { blockSize }: StreamInfo): number | undefined {
  const first = head[4] ?? 0;
  const more = Math.max(0, Math.clz32(~(first << 24)) - 1);
  const code = (head[2] ?? 0) >> 4;
  const extra = code === 6 ? 1 : code === 7 ? 2 : 0;
  const rateCode = (head[2] ?? 0) & 15;
  const rateBytes = rateCode === 12 ? 1 : rateCode === 13 || rateCode === 14 ? 2 : 0;
  const sum = 5 + more + extra + rateBytes;
  if (sum >= head.length || crc8(head.subarray(0, sum)) !== head[sum]) return undefined;
  let number = more === 0 ? first : first & (0x3f >> more);
  for (let index = 5; index < 5 + more; index += 1)
    number = number * 64 + ((head[index] ?? 0) & 63);
  const own = extra === 0 ? blockOf(code) : head.readUIntBE(5 + more, extra) + 1;
  const isVariable = ((head[1] ?? 0) & 1) === 1;
  return (isVariable ? number : number * blockSize) + own;
}

function blockOf(code: number): number {
  if (code === 1) return 192;
  return code < 6 ? 576 << (code - 2) : 256 << (code - 8);
}

function crc8(bytes: Buffer): number {
  let sum = 0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = ((sum << 1) ^ (sum & 0x80 ? 0x07 : 0)) & 0xff;
  }
  return sum;
}
