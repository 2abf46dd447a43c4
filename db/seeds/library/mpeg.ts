import type { StemFormat } from './manifest.ts';

// MPEG-2 Layer III: https://www.mp3-tech.org/programmer/frame_header.html
const VERSION_2 = 0b10;
const LAYER_3 = 0b01;
const MONO = 0b11;
const BITRATES = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const SAMPLE_RATES = [22050, 24000, 16000];
const HEADER_BYTES = 4;
const MONO_SIDE_INFO_BYTES = 9;

/**
 * Returns the number of frames, or throws. Stems are joined byte by byte, which is only sound
 * when every frame is alike and none borrows bits from the one before it.
 */
export function checkStem(stem: Buffer, format: StemFormat): number {
  if (stem.length === 0 || stem.length % format.frameBytes !== 0) {
    throw new Error(`${stem.length} bytes are not whole frames of ${format.frameBytes}`);
  }
  const frames = stem.length / format.frameBytes;
  for (let frame = 0; frame < frames; frame++) {
    const problem = findProblem(stem, frame * format.frameBytes, format);
    if (problem) throw new Error(`frame ${frame}: ${problem}`);
  }
  return frames;
}

function findProblem(stem: Buffer, offset: number, format: StemFormat): string | undefined {
  const header = stem.readUInt32BE(offset);
  const bits = (shift: number, width: number) => (header >>> shift) & ((1 << width) - 1);
  if (bits(21, 11) !== 0x7ff) return 'no sync word';
  if (bits(19, 2) !== VERSION_2 || bits(17, 2) !== LAYER_3) return 'not MPEG-2 Layer III';
  if (bits(16, 1) !== 1) return 'has a checksum';
  if ((BITRATES[bits(12, 4)] ?? 0) * 1000 !== format.bitrate) return 'other bitrate';
  if (SAMPLE_RATES[bits(10, 2)] !== format.sampleRate) return 'other sample rate';
  if (bits(9, 1) !== 0) return 'is padded';
  if (bits(6, 2) !== MONO) return 'not mono';
  if (stem.readUInt8(offset + HEADER_BYTES) !== 0) return 'borrows bits from the frame before';
  return undefined;
}

/** A silent first frame with the counts, from which players know the exact length at once. */
export function infoFrame(firstFrame: Buffer, format: StemFormat, frames: number): Buffer {
  const info = Buffer.alloc(format.frameBytes);
  firstFrame.copy(info, 0, 0, HEADER_BYTES);
  const start = HEADER_BYTES + MONO_SIDE_INFO_BYTES;
  const hasFramesAndBytes = 0b11;
  info.write('Info', start, 'latin1');
  info.writeUInt32BE(hasFramesAndBytes, start + 4);
  info.writeUInt32BE(frames, start + 8);
  info.writeUInt32BE((frames + 1) * format.frameBytes, start + 12);
  return info;
}

export interface TrackTags {
  title: string;
  artist: string;
  album: string;
  comment: string;
}

/** ID3v2.4, text in UTF-8. */
export function id3Tag(tags: TrackTags): Buffer {
  const utf8 = '\u0003';
  const frames = Buffer.concat([
    id3Frame('TIT2', utf8 + tags.title),
    id3Frame('TPE1', utf8 + tags.artist),
    id3Frame('TALB', utf8 + tags.album),
    id3Frame('COMM', `${utf8}eng\u0000${tags.comment}`),
  ]);
  return Buffer.concat([
    Buffer.from('ID3\u0004\u0000\u0000', 'latin1'),
    syncSafe(frames.length),
    frames,
  ]);
}

function id3Frame(id: string, content: string): Buffer {
  const body = Buffer.from(content, 'utf8');
  return Buffer.concat([Buffer.from(id, 'latin1'), syncSafe(body.length), Buffer.alloc(2), body]);
}

/** Seven bits to a byte, so that no length looks like a sync word. */
function syncSafe(length: number): Buffer {
  return Buffer.from([21, 14, 7, 0].map((shift) => (length >>> shift) & 0x7f));
}
