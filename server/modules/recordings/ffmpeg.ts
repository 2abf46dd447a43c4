import { runLimited } from './run-limited.ts';

export interface Measurement {
  codec: string;
  /** Bits a second; null where the file does not say. */
  bitrate: number | null;
  sampleRate: number;
  /** Of the decoded sound, to the microsecond. */
  seconds: number;
  /** Null for silence. */
  loudness: number | null;
  truePeak: number | null;
}

/** By the ending our own look at the content has given it. */
const DEMUXERS = { mp3: 'mp3', m4a: 'mov', wav: 'wav' } as const;
export type Ending = keyof typeof DEMUXERS;

export interface SoundFile {
  path: string;
  ending: Ending;
}

export interface Ffmpeg {
  isThere(): Promise<boolean>;
  measure(file: SoundFile, signal: AbortSignal): Promise<Measurement>;
  /** Writes `from`, sent through the filter, to `to` in the same format. */
  convert(
    from: SoundFile,
    to: string,
    options: { filter: string; measured: Measurement },
    signal: AbortSignal,
  ): Promise<void>;
}

/** A recording takes a fraction of its length; this is for a program that hangs. */
const LONGEST_MS = 60 * 60 * 1000;
/** Of one block of memory; sound needs a few kilobytes, a file made to harm asks for gigabytes. */
const MAX_BLOCK_BYTES = 64 * 1024 * 1024;
const QUIETEST_LUFS = -69;

/** Runs the program `command`, one thread of it, at the lowest priority and within limits. */
export function createFfmpeg(command: string, { longestMs = LONGEST_MS } = {}): Ffmpeg {
  const run = (args: string[], signal: AbortSignal) =>
    runLimited(command, args, { signal, longestMs });
  return {
    async isThere() {
      if (command === 'off') return false;
      return run(['-version'], AbortSignal.timeout(10_000)).then(
        () => true,
        () => false,
      );
    },
    async measure(file, signal) {
      const filter = 'ebur128=peak=true:framelog=verbose';
      const output = ['-progress', 'pipe:1', '-f', 'null', '-'];
      return readMeasurement(await run([...input(file), '-af', filter, ...output], signal));
    },
    async convert(from, to, { filter, measured }, signal) {
      const format = formatOf(measured);
      const output = ['-map_metadata', '0', '-af', filter, ...format, '-y', `file:${to}`];
      await run([...input(from), ...output], signal);
    },
  };
}

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

/** The same kind of file, never with less in it than before, and never absurdly more. */
function formatOf({ codec, bitrate, sampleRate }: Measurement): string[] {
  const rate = ['-ar', String(sampleRate)];
  const bits = (most: number) => String(Math.min(most, Math.max(96_000, bitrate ?? 192_000)));
  if (codec === 'mp3') return [...rate, '-c:a', 'libmp3lame', '-b:a', bits(320_000), '-f', 'mp3'];
  if (codec.startsWith('pcm_')) {
    return [...rate, '-c:a', codec === 'pcm_s24le' ? codec : 'pcm_s16le', '-f', 'wav'];
  }
  return [...rate, '-c:a', 'aac', '-b:a', bits(256_000), '-movflags', '+faststart', '-f', 'ipod'];
}

function readMeasurement(text: string): Measurement {
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
  const kilobits = number(/Stream #0:\d+.*Audio: .*?(\d+) kb\/s/);
  return {
    codec: find(/Stream #0:\d+.*Audio: (\w+)/) ?? 'unknown',
    bitrate: Number.isNaN(kilobits) ? null : kilobits * 1000,
    sampleRate: number(/Stream #0:\d+.*Audio: .*?(\d+) Hz/) || 44_100,
    seconds: Number(seconds) / 1e6,
    loudness: loudness > QUIETEST_LUFS ? loudness : null,
    truePeak: Number.isFinite(truePeak) ? truePeak : null,
  };
}
