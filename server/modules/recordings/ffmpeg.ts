import { MONO_KBITS } from '#contract/rows/recordings.ts';
import { type AudioExtension, inputOptions, readStream } from '#server/core/files/ffmpeg-input.ts';
import { findFfmpeg } from '#server/core/files/find-ffmpeg.ts';
import { type RunOptions, runLimited } from '#server/core/run-limited.ts';
import { createPeakReader } from './peaks.ts';

export interface Measurement extends NonNullable<ReturnType<typeof readStream>> {
  /** Null for silence. */
  loudness: number | null;
  truePeak: number | null;
  /** Waveform, 0 to 100. */
  peaks: number[];
}

/** Progress, 0 to 1. */
export type OnProgress = (share: number) => void;

export interface AudioFile {
  path: string;
  extension: AudioExtension;
}

export interface Ffmpeg {
  isInstalled(): Promise<boolean>;
  measure(file: AudioFile, signal: AbortSignal, onProgress?: OnProgress): Promise<Measurement>;
  /** Converts `from` with the filter to `to`, in the format that `listeningExtension` names. */
  convert(
    from: AudioFile,
    to: string,
    options: { filter: string; measured: Measurement; quality: Quality },
    signal: AbortSignal,
    onProgress?: OnProgress,
  ): Promise<void>;
}

/** Target quality: default of the kind of track, or the owner's choice. */
export interface Quality {
  kbits: number;
  isChosen: boolean;
}

/** Timeout for a hung process; a recording usually takes a fraction of its length. */
const MAX_RUN_MS = 60 * 60 * 1000;
const SILENCE_LUFS = -69;

/** Runs `command` with one thread, lowest priority and limits. */
export function createFfmpeg(
  command: string,
  { longestMs = MAX_RUN_MS }: { longestMs?: number } = {},
): Ffmpeg {
  let program = command;
  const run = (args: string[], signal: AbortSignal, listen: Partial<RunOptions> = {}) =>
    runLimited(program, args, { signal, longestMs, ...listen });
  return {
    async isInstalled() {
      const found = await findFfmpeg(command);
      program = found ?? command;
      return found !== undefined;
    },
    async measure(file, signal, onProgress) {
      const peaks = createPeakReader();
      const filter = `${PEAK_FILTER},ebur128=peak=true:framelog=verbose`;
      const output = ['-progress', 'pipe:2', '-f', 'null', '-'];
      const text = await run(
        [...inputOptions(file.path, file.extension), '-af', filter, ...output],
        signal,
        {
          onOutput: peaks.take,
          onStderr: readProgress(onProgress),
        },
      );
      return { ...readMeasurement(text), peaks: peaks.read() };
    },
    async convert(from, to, { filter, measured, quality }, signal, onProgress) {
      const format = formatOf(from, measured, quality);
      const tags = ['-map_metadata', '-1', '-map_chapters', '-1', '-fflags', '+bitexact'];
      const output = ['-af', filter, ...tags, ...format, '-progress', 'pipe:2', '-y', `file:${to}`];
      await run([...inputOptions(from.path, from.extension), ...output], signal, {
        onStderr: readProgress(onProgress),
      });
    },
  };
}

/** Prints the peak of every 4096 samples. */
const PEAK_FILTER = [
  'asetnsamples=n=4096:p=0',
  'astats=metadata=1:reset=1:measure_perchannel=none:measure_overall=Peak_level',
  'ametadata=mode=print:key=lavfi.astats.Overall.Peak_level:file=-',
].join(',');

/** Parses ffmpeg's duration and progress lines. Chunks may end anywhere, even within a number. */
function readProgress(onProgress: OnProgress | undefined): (text: string) => void {
  let seconds: number | undefined;
  let unfinished = '';
  return (text) => {
    const pending = unfinished + text;
    const end = pending.lastIndexOf('\n') + 1;
    unfinished = pending.slice(end).slice(-MAX_LINE_LENGTH);
    const lines = pending.slice(0, end);
    const [, hours, minutes, rest] = /Duration: (\d+):(\d+):([\d.]+)/.exec(lines) ?? [];
    if (hours) seconds ??= Number(hours) * 3600 + Number(minutes) * 60 + Number(rest);
    const done = [...lines.matchAll(/^out_time_us=(\d+)$/gm)].at(-1)?.[1];
    if (seconds && done) onProgress?.(Math.min(1, Number(done) / 1e6 / seconds));
  };
}
const MAX_LINE_LENGTH = 4096;

/**
 * Whether the format suits all listeners. Some browser engines cannot play FLAC, Ogg, AIFF or Apple Lossless in
 * M4A; WAV is eight times as large as AAC.
 */
const isListeningFormat = ({ extension }: AudioFile, { codec }: Measurement) =>
  (extension === 'mp3' && codec === 'mp3') || (extension === 'm4a' && codec === 'aac');

/** Above this bitrate there is no audible gain on a phone, only more data. */
const MAX_BITRATE = 160_000;
/** Bits per requested kilobit, with tolerance: encoders only approximate the bitrate. */
const BITS_PER_KBIT = 1050;

/** Whether the levelled copy can keep format and bitrate. */
export function canKeepFormat(
  file: AudioFile,
  measured: Measurement,
  { kbits, isChosen }: Quality,
): boolean {
  const max = isChosen ? kbits * BITS_PER_KBIT : MAX_BITRATE;
  return isListeningFormat(file, measured) && measured.bitrate !== null && measured.bitrate <= max;
}

/** File type of the levelled copy. */
export function listeningExtension(
  file: AudioFile,
  measured: Measurement,
  quality: Quality,
): AudioExtension {
  return canKeepFormat(file, measured, quality) ? file.extension : 'm4a';
}

/**
 * Options for the copy's format: the original's type and bitrate if they can be kept, else AAC, which every engine
 * plays. Keeps the channels if the bitrate suffices for them.
 */
function formatOf(from: AudioFile, measured: Measurement, quality: Quality): string[] {
  const { bitrate, sampleRate } = measured;
  const mp4 = ['-movflags', '+faststart', '-f', 'ipod'];
  if (!canKeepFormat(from, measured, quality)) {
    const channels = quality.kbits > MONO_KBITS ? Math.min(2, measured.channels) : 1;
    // A sample rate that AAC supports, and high: at a low rate, long frames make the end imprecise.
    const rate = sampleRate % 8000 === 0 ? '48000' : '44100';
    const kbits = quality.isChosen ? quality.kbits : Math.min(quality.kbits, channels * 64);
    return ['-ar', rate, '-ac', String(channels), '-c:a', 'aac', '-b:a', `${kbits}k`, ...mp4];
  }
  const rate = ['-ar', String(sampleRate)];
  const minBitrate = quality.isChosen ? 0 : 96_000;
  const bits = ['-b:a', String(Math.max(minBitrate, bitrate ?? 0))];
  if (from.extension === 'mp3') return [...rate, '-c:a', 'libmp3lame', ...bits, '-f', 'mp3'];
  return [...rate, '-c:a', 'aac', ...bits, ...mp4];
}

function readMeasurement(text: string): Omit<Measurement, 'peaks'> {
  const summary = text.slice(text.lastIndexOf('Integrated loudness:'));
  const inSummary = (pattern: RegExp) => Number(pattern.exec(summary)?.[1] ?? Number.NaN);
  const loudness = inSummary(/\bI:\s+(\S+) LUFS/);
  const truePeak = inSummary(/\bPeak:\s+(\S+) dBFS/);
  const stream = readStream(text);
  if (Number.isNaN(loudness) || !stream) throw new Error('ffmpeg printed no measurement');
  return {
    ...stream,
    loudness: loudness > SILENCE_LUFS ? loudness : null,
    truePeak: Number.isFinite(truePeak) ? truePeak : null,
  };
}
