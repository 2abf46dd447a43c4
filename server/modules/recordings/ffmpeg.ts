import { MONO_KBITS } from '#contract/rows/recordings.ts';
import { createPeakReader } from './peaks.ts';
import { type RunOptions, runLimited } from './run-limited.ts';

export interface Measurement {
  codec: string;
  /** Bits a second; null where the file does not say. */
  bitrate: number | null;
  sampleRate: number;
  channels: number;
  /** Of the decoded sound, to the microsecond. */
  seconds: number;
  /** Null for silence. */
  loudness: number | null;
  truePeak: number | null;
  /** Its outline, of 100. */
  peaks: number[];
}

/** How far a run is, 0 to 1. */
export type OnProgress = (share: number) => void;

/** By the ending our own look at the content has given it. */
const DEMUXERS = {
  mp3: 'mp3',
  m4a: 'mov',
  wav: 'wav',
  flac: 'flac',
  ogg: 'ogg',
  aiff: 'aiff',
} as const;
export type Ending = keyof typeof DEMUXERS;

export interface SoundFile {
  path: string;
  ending: Ending;
}

export interface Ffmpeg {
  isThere(): Promise<boolean>;
  measure(file: SoundFile, signal: AbortSignal, onProgress?: OnProgress): Promise<Measurement>;
  /** Writes `from`, sent through the filter, to `to` in the format for listening: `listeningEnding`. */
  convert(
    from: SoundFile,
    to: string,
    options: { filter: string; measured: Measurement; quality: Quality },
    signal: AbortSignal,
    onProgress?: OnProgress,
  ): Promise<void>;
}

/** What a copy is to be: for the kind of track, or as the owner has chosen. */
export interface Quality {
  kbits: number;
  isChosen: boolean;
}

/** A recording takes a fraction of its length; this is for a program that hangs. */
const LONGEST_MS = 60 * 60 * 1000;
/** Of one block of memory; sound needs a few kilobytes, a file made to harm asks for gigabytes. */
const MAX_BLOCK_BYTES = 64 * 1024 * 1024;
const QUIETEST_LUFS = -69;

interface FfmpegOptions {
  longestMs?: number;
  /** Another program to try where `command` is not on this machine. */
  standIn?: () => string | undefined;
}

/** Runs the program `command`, one thread of it, at the lowest priority and within limits. */
export function createFfmpeg(
  command: string,
  { longestMs = LONGEST_MS, standIn }: FfmpegOptions = {},
): Ffmpeg {
  let program = command;
  const run = (args: string[], signal: AbortSignal, listen: Partial<RunOptions> = {}) =>
    runLimited(program, args, { signal, longestMs, ...listen });
  const runs = () =>
    run(['-version'], AbortSignal.timeout(10_000)).then(
      () => true,
      () => false,
    );
  return {
    async isThere() {
      if (command === 'off') return false;
      program = command;
      if (await runs()) return true;
      const other = standIn?.();
      if (other === undefined) return false;
      program = other;
      return runs();
    },
    async measure(file, signal, onProgress) {
      const peaks = createPeakReader();
      const filter = `${EACH_MOMENT},ebur128=peak=true:framelog=verbose`;
      const output = ['-progress', 'pipe:2', '-f', 'null', '-'];
      const text = await run([...input(file), '-af', filter, ...output], signal, {
        onOutput: peaks.take,
        onNote: readProgress(onProgress),
      });
      return { ...readMeasurement(text), peaks: peaks.read() };
    },
    async convert(from, to, { filter, measured, quality }, signal, onProgress) {
      const format = formatOf(from, measured, quality);
      const tags = ['-map_metadata', '0'];
      const output = ['-af', filter, ...tags, ...format, '-progress', 'pipe:2', '-y', `file:${to}`];
      await run([...input(from), ...output], signal, { onNote: readProgress(onProgress) });
    },
  };
}

/** Prints the highest sample of every 4096. */
const EACH_MOMENT = [
  'asetnsamples=n=4096:p=0',
  'astats=metadata=1:reset=1:measure_perchannel=none:measure_overall=Peak_level',
  'ametadata=mode=print:key=lavfi.astats.Overall.Peak_level:file=-',
].join(',');

/**
 * The length stands in the file's description, how far it is in lines of their own. What is said comes in pieces
 * that end anywhere, in the middle of a number too.
 */
export function readProgress(onProgress: OnProgress | undefined): (text: string) => void {
  let seconds: number | undefined;
  let unfinished = '';
  return (text) => {
    const said = unfinished + text;
    const end = said.lastIndexOf('\n') + 1;
    unfinished = said.slice(end).slice(-LONGEST_LINE);
    const lines = said.slice(0, end);
    const [, hours, minutes, rest] = /Duration: (\d+):(\d+):([\d.]+)/.exec(lines) ?? [];
    if (hours) seconds ??= Number(hours) * 3600 + Number(minutes) * 60 + Number(rest);
    const done = [...lines.matchAll(/^out_time_us=(\d+)$/gm)].at(-1)?.[1];
    if (seconds && done) onProgress?.(Math.min(1, Number(done) / 1e6 / seconds));
  };
}
const LONGEST_LINE = 4096;

/**
 * The one demuxer that our own look at the content has named, and no other: left to itself ffmpeg takes
 * a text within a sound file for a list of further addresses to open. And files alone, so that a name
 * is never taken for an address either.
 */
const input = ({ path, ending }: SoundFile) => [
  ...['-hide_banner', '-nostdin', '-nostats', '-threads', '1'],
  ...['-max_alloc', String(MAX_BLOCK_BYTES)],
  ...['-f', DEMUXERS[ending], '-protocol_whitelist', 'file', '-i', `file:${path}`],
  ...['-map', '0:a:0'],
];

/** Undefined for a file that was put there by hand under another ending. */
export function endingOf(name: string): Ending | undefined {
  const ending = name.split('.').at(-1)?.toLowerCase() ?? '';
  // The keys of the table above are all there is.
  return Object.hasOwn(DEMUXERS, ending) ? (ending as Ending) : undefined;
}

/**
 * Whether every engine plays it. Some know neither FLAC nor Ogg nor AIFF, nor Apple's lossless sound in an
 * M4A; and a WAV takes eight times the line of what a mother hears of it.
 */
const isForListening = ({ ending }: SoundFile, { codec }: Measurement) =>
  (ending === 'mp3' && codec === 'mp3') || (ending === 'm4a' && codec === 'aac');

/** So much nobody hears on a phone, and everybody's line has to carry it. */
const HEAVY_BITS = 160_000;
/** Encoders meet what was asked of them but nearly. */
const ALMOST_KBIT = 1050;

/** Whether it goes to phones as it is, but for its loudness. */
export function isLight(
  file: SoundFile,
  measured: Measurement,
  { kbits, isChosen }: Quality,
): boolean {
  const most = isChosen ? kbits * ALMOST_KBIT : HEAVY_BITS;
  return isForListening(file, measured) && measured.bitrate !== null && measured.bitrate <= most;
}

/** Of the copy that is made of a recording. */
export function listeningEnding(file: SoundFile, measured: Measurement, quality: Quality): Ending {
  return isLight(file, measured, quality) ? file.ending : 'm4a';
}

/**
 * The same kind of file with as much in it, where that is light; of any other AAC, which every engine
 * plays. With as many channels as the recording has, and no more than the bitrate is good for.
 */
function formatOf(from: SoundFile, measured: Measurement, quality: Quality): string[] {
  const { bitrate, sampleRate } = measured;
  const mp4 = ['-movflags', '+faststart', '-f', 'ipod'];
  if (!isLight(from, measured, quality)) {
    const channels = quality.kbits > MONO_KBITS ? Math.min(2, measured.channels) : 1;
    // A rate that AAC has, whatever the recording's; at a low one its frames would be too long to end in time.
    const rate = sampleRate % 8000 === 0 ? '48000' : '44100';
    const kbits = quality.isChosen ? quality.kbits : Math.min(quality.kbits, channels * 64);
    return ['-ar', rate, '-ac', String(channels), '-c:a', 'aac', '-b:a', `${kbits}k`, ...mp4];
  }
  const rate = ['-ar', String(sampleRate)];
  const least = quality.isChosen ? 0 : 96_000;
  const bits = ['-b:a', String(Math.max(least, bitrate ?? 0))];
  if (from.ending === 'mp3') return [...rate, '-c:a', 'libmp3lame', ...bits, '-f', 'mp3'];
  return [...rate, '-c:a', 'aac', ...bits, ...mp4];
}

function readMeasurement(text: string): Omit<Measurement, 'peaks'> {
  const find = (pattern: RegExp) => pattern.exec(text)?.[1];
  const number = (pattern: RegExp) => Number(find(pattern) ?? Number.NaN);
  const summary = text.slice(text.lastIndexOf('Integrated loudness:'));
  const inSummary = (pattern: RegExp) => Number(pattern.exec(summary)?.[1] ?? Number.NaN);
  const loudness = inSummary(/\bI:\s+(\S+) LUFS/);
  const truePeak = inSummary(/\bPeak:\s+(\S+) dBFS/);
  const seconds = [...text.matchAll(/^out_time_us=(\d+)$/gm)].at(-1)?.[1];
  if (Number.isNaN(loudness) || seconds === undefined) {
    throw new Error('ffmpeg did not say what it measured');
  }
  // Of the file; what ffmpeg puts out comes after, and says how much that would be.
  const source = text.slice(0, text.indexOf('Output #0'));
  const kilobits = Number(/Stream #0:\d+.*Audio: .*?(\d+) kb\/s/.exec(source)?.[1] ?? Number.NaN);
  return {
    codec: find(/Stream #0:\d+.*Audio: (\w+)/) ?? 'unknown',
    bitrate: Number.isNaN(kilobits) ? null : kilobits * 1000,
    sampleRate: number(/Stream #0:\d+.*Audio: .*?(\d+) Hz/) || 44_100,
    channels: channelsOf(find(/Stream #0:\d+.*Audio: .*? Hz, ([^,\n]+)/) ?? 'stereo'),
    seconds: Number(seconds) / 1e6,
    loudness: loudness > QUIETEST_LUFS ? loudness : null,
    truePeak: Number.isFinite(truePeak) ? truePeak : null,
  };
}

/** `mono`, `1 channels` and `stereo` as ffmpeg says it; whatever else has more than two. */
function channelsOf(layout: string): number {
  if (layout.startsWith('mono') || layout.startsWith('1 ')) return 1;
  return layout.startsWith('stereo') ? 2 : 3;
}
