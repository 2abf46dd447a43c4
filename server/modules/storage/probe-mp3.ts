import type { FileWindow } from './file-window.ts';
import { createDamagedError } from './storage.errors.ts';

/** Kilobits a second of layer III by index, for MPEG 1 and for MPEG 2 and 2.5. */
const BITRATES_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const BITRATES_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const SAMPLE_RATES = [44_100, 48_000, 32_000];

interface Frame {
  bytes: number;
  samples: number;
  sampleRate: number;
}

export function parseFrameHeader(header: Buffer): Frame | undefined {
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

/** Walks every frame to the end and returns the seconds of sound; a gap or a cut-off frame is damage. */
export async function probeMp3(file: FileWindow): Promise<number> {
  let position = await skipId3(file);
  let seconds = 0;
  let isFirst = true;
  while (position < file.size) {
    const header = await file.at(position, 4);
    const frame = parseFrameHeader(header);
    if (!frame) {
      if (await isTrailer(file, position)) break;
      throw createDamagedError(`the sound breaks off after ${clock(seconds)}`);
    }
    if (position + frame.bytes > file.size) {
      throw createDamagedError(`the last moment, at ${clock(seconds)}, is cut off`);
    }
    const isIndex = isFirst && (await isIndexFrame(file, position, frame.bytes));
    if (!isIndex) seconds += frame.samples / frame.sampleRate;
    isFirst = false;
    position += frame.bytes;
  }
  if (seconds === 0) throw createDamagedError('it holds no sound');
  return seconds;
}

async function skipId3(file: FileWindow): Promise<number> {
  const head = await file.at(0, 10);
  if (head.length < 10 || head.toString('latin1', 0, 3) !== 'ID3') return 0;
  const size = [6, 7, 8, 9].reduce((sum, index) => sum * 128 + ((head[index] ?? 0) & 127), 0);
  const hasFooter = ((head[5] ?? 0) & 0x10) !== 0;
  return 10 + size + (hasFooter ? 10 : 0);
}

/** The encoder's table of contents, which looks like a frame and is silent. */
async function isIndexFrame(file: FileWindow, position: number, bytes: number): Promise<boolean> {
  const text = (await file.at(position, Math.min(bytes, 200))).toString('latin1');
  return /Xing|Info|VBRI/.test(text);
}

/** Tags some programs add after the sound, or padding. */
async function isTrailer(file: FileWindow, position: number): Promise<boolean> {
  const head = (await file.at(position, 11)).toString('latin1');
  if (/^(TAG|APETAGEX|LYRICSBEGIN|ID3)/.test(head)) return true;
  const rest = await file.at(position, Math.min(file.size - position, 65_536));
  return rest.length === file.size - position && rest.every((byte) => byte === 0);
}

function clock(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
