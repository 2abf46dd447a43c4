/** Layer III kbit/s by index, for MPEG 1 and for MPEG 2 and 2.5. */
const BITRATES_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const BITRATES_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const SAMPLE_RATES = [44_100, 48_000, 32_000];
/** Shorter chains occur by chance in other files. */
const CHAIN_LENGTH = 4;

interface Mp3Frame {
  bytes: number;
  samples: number;
  sampleRate: number;
}

function parseMp3Frame(header: Buffer): Mp3Frame | undefined {
  if (header.length < 4) return undefined;
  const bits = header.readUInt32BE(0);
  const version = (bits >>> 19) & 3;
  const isLayer3 = ((bits >>> 17) & 3) === 1;
  if (bits >>> 21 !== 0x7ff || version === 1 || !isLayer3) return undefined;
  const isMpeg1 = version === 3;
  const bitrate = (isMpeg1 ? BITRATES_1 : BITRATES_2)[(bits >>> 12) & 15];
  const baseRate = SAMPLE_RATES[(bits >>> 10) & 3];
  if (!bitrate || !baseRate) return undefined;
  const sampleRate = baseRate / (isMpeg1 ? 1 : version === 2 ? 2 : 4);
  const samples = isMpeg1 ? 1152 : 576;
  const padding = (bits >>> 9) & 1;
  return {
    samples,
    sampleRate,
    bytes: Math.floor((samples / 8) * ((bitrate * 1000) / sampleRate)) + padding,
  };
}

function aacFrameBytes(header: Buffer): number | undefined {
  if (header.length < 7 || (header.readUInt16BE(0) & 0xfff6) !== 0xfff0) return undefined;
  const bytes = (header.readUIntBE(3, 3) >>> 5) & 0x1fff;
  return bytes > 7 ? bytes : undefined;
}

export const isMp3FrameChain = (bytes: Buffer) =>
  isChain(bytes, (header) => parseMp3Frame(header)?.bytes);
export const isAacFrameChain = (bytes: Buffer) => isChain(bytes, aacFrameBytes);

/**
 * Whether consecutive frames are found. Two suffice in a short file, because its last frame may be truncated.
 */
function isChain(bytes: Buffer, frameBytes: (header: Buffer) => number | undefined): boolean {
  let position = 0;
  for (let count = 0; count < CHAIN_LENGTH; count += 1) {
    if (count > 1 && position >= bytes.length - 7) return true;
    const size = frameBytes(bytes.subarray(position));
    if (size === undefined) return false;
    position += size;
  }
  return true;
}

/** Duration written by the encoder into an MP3's first frame. */
export function xingSeconds(frame: Buffer): number | undefined {
  const header = parseMp3Frame(frame);
  const tag = /Xing|Info/.exec(frame.toString('latin1', 0, 64));
  if (!header || !tag || frame.length < tag.index + 12) return undefined;
  const hasFrames = (frame.readUInt32BE(tag.index + 4) & 1) === 1;
  const frames = hasFrames ? frame.readUInt32BE(tag.index + 8) : 0;
  return frames > 0 ? (frames * header.samples) / header.sampleRate : undefined;
}
