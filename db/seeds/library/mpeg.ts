import type { StemFormat } from './manifest.ts';

// MPEG-2 Layer III: https://www.mp3-tech.org/programmer/frame_header.html
const VERSION_2 = 0b10;
const LAYER_3 = 0b01;
const JOINT_STEREO = 0b01;
const BITRATES = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const SAMPLE_RATES = [22050, 24000, 16000];
const HEADER_BYTES = 4;
const STEREO_SIDE_INFO_BYTES = 17;
const BYTES_PER_BIT_OF_RATE = 72;

/**
 * The frames of a stem, every one filled up with zeros to the size of the format, or an error. Frames are
 * joined byte by byte, which is only sound when none borrows bits from the one before it; what follows a
 * frame's own data is ignored by every decoder. So quiet stems take less room here, and the finished
 * track has one bitrate, in which players seek exactly.
 */
export function fillFrames(stem: Buffer, format: StemFormat): Buffer {
  const filled: Buffer[] = [];
  const rate = BITRATES.indexOf(format.bitrate / 1000);
  for (let offset = 0; offset < stem.length; ) {
    const size = frameSize(stem, offset, format, filled.length);
    const frame = Buffer.alloc(format.frameBytes);
    stem.copy(frame, 0, offset, offset + size);
    frame.writeUInt8((frame.readUInt8(2) & 0x0f) | (rate << 4), 2);
    filled.push(frame);
    offset += size;
  }
  if (filled.length === 0) throw new Error('no frames');
  return Buffer.concat(filled);
}

function frameSize(stem: Buffer, offset: number, format: StemFormat, index: number): number {
  const fail = (problem: string) => new Error(`frame ${index}: ${problem}`);
  if (stem.length - offset < HEADER_BYTES + STEREO_SIDE_INFO_BYTES) throw fail('cut short');
  const header = stem.readUInt32BE(offset);
  const bits = (shift: number, width: number) => (header >>> shift) & ((1 << width) - 1);
  if (bits(21, 11) !== 0x7ff) throw fail('no sync word');
  if (bits(19, 2) !== VERSION_2 || bits(17, 2) !== LAYER_3) throw fail('not MPEG-2 Layer III');
  if (bits(16, 1) !== 1) throw fail('has a checksum');
  const bitrate = (BITRATES[bits(12, 4)] ?? 0) * 1000;
  if (bitrate === 0 || bitrate > format.bitrate) throw fail('other bitrate');
  if (SAMPLE_RATES[bits(10, 2)] !== format.sampleRate) throw fail('other sample rate');
  if (bits(9, 1) !== 0) throw fail('is padded');
  if (bits(6, 2) !== JOINT_STEREO) throw fail('not joint stereo');
  if (stem.readUInt8(offset + HEADER_BYTES) !== 0) throw fail('borrows bits from the frame before');
  const size = (BYTES_PER_BIT_OF_RATE * bitrate) / format.sampleRate;
  if (offset + size > stem.length) throw fail('cut short');
  return size;
}

/** Frames without any sound: a header, and nothing that it announces. */
export function silentFrames(format: StemFormat, count: number): Buffer {
  const frame = Buffer.alloc(format.frameBytes);
  const rate = BITRATES.indexOf(format.bitrate / 1000) << 12;
  const header = (0x7ff << 21) | (VERSION_2 << 19) | (LAYER_3 << 17) | (1 << 16) | rate;
  const sampleRate = SAMPLE_RATES.indexOf(format.sampleRate) << 10;
  frame.writeUInt32BE((header | sampleRate | (JOINT_STEREO << 6)) >>> 0);
  return Buffer.concat(Array.from({ length: count }, () => frame));
}

/** A silent first frame with the counts, from which players know the exact length at once. */
export function infoFrame(format: StemFormat, frames: number): Buffer {
  const info = silentFrames(format, 1);
  const start = HEADER_BYTES + STEREO_SIDE_INFO_BYTES;
  const hasFramesAndBytes = 0b11;
  info.write('Info', start, 'latin1');
  info.writeUInt32BE(hasFramesAndBytes, start + 4);
  info.writeUInt32BE(frames, start + 8);
  info.writeUInt32BE((frames + 1) * format.frameBytes, start + 12);
  return info;
}
