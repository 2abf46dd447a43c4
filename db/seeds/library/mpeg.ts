import type { StemFormat } from './manifest.ts';

/** MPEG-2 Layer III, 24 kHz, joint stereo (www.mp3-tech.org/programmer/frame_header.html); no checksum, no padding. */
const HEADER = 0xfff3_0440;
const HEADER_MASK = 0xffff_0ec0;
const BITRATES = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const RATE_SHIFT = 12;
const HEADER_BYTES = 4;
const STEREO_SIDE_INFO_BYTES = 17;
const BYTES_PER_BIT_OF_RATE = 72;

/**
 * Pads every frame of a stem with zeros to the size of the format; throws on an error. Frames are concatenated, which
 * requires that none uses bits of the one before it (bit reservoir); decoders ignore padding. So quiet stems are
 * smaller in the repository, and the track has a constant bitrate, which makes seeking exact.
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
  const isHead = stem.length - offset >= HEADER_BYTES + STEREO_SIDE_INFO_BYTES;
  const header = isHead ? stem.readUInt32BE(offset) : 0;
  const bitrate = (BITRATES[(header >>> RATE_SHIFT) & 15] ?? 0) * 1000;
  const size = (BYTES_PER_BIT_OF_RATE * bitrate) / format.sampleRate;
  const isFrame =
    (header & HEADER_MASK) >>> 0 === HEADER &&
    bitrate > 0 &&
    bitrate <= format.bitrate &&
    offset + size <= stem.length &&
    // No bits of the frame before.
    stem.readUInt8(offset + HEADER_BYTES) === 0;
  if (!isFrame) throw new Error(`frame ${index} of the stem is invalid`);
  return size;
}

/** Silent frames: a header without audio data. */
export function silentFrames(format: StemFormat, count: number): Buffer {
  const frame = Buffer.alloc(format.frameBytes);
  const rate = BITRATES.indexOf(format.bitrate / 1000);
  frame.writeUInt32BE((HEADER | (rate << RATE_SHIFT)) >>> 0);
  return Buffer.concat(Array.from({ length: count }, () => frame));
}

/** A silent first frame with the frame and byte counts, from which players know the exact length. */
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
