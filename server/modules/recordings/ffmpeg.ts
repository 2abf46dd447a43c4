import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';

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

export interface Ffmpeg {
  isThere(): Promise<boolean>;
  measure(file: string, signal: AbortSignal): Promise<Measurement>;
  /** Writes `from`, sent through the filter, to `to` in the same format. */
  convert(
    from: string,
    to: string,
    options: { filter: string; measured: Measurement },
    signal: AbortSignal,
  ): Promise<void>;
}

/** The lowest place: whoever is listening comes first. */
const NICE = 15;
/** A recording takes a fraction of its length; this is for a program that hangs. */
const LONGEST_MS = 60 * 60 * 1000;
const KEPT_OUTPUT = 64 * 1024;
const QUIETEST_LUFS = -69;

/** Runs the program `command`, one thread of it, at the lowest priority. */
export function createFfmpeg(command: string): Ffmpeg {
  const run = (args: string[], signal: AbortSignal) => runProgram(command, args, signal);
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
      await run([...input(from), '-map_metadata', '0', '-af', filter, ...format, '-y', to], signal);
    },
  };
}

const input = (file: string) =>
  // A file and nothing else: a name is never taken for an address.
  ['-hide_banner', '-nostdin', '-nostats', '-threads', '1', '-i', `file:${file}`, '-map', '0:a:0'];

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

function runProgram(command: string, args: string[], signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      signal: AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]),
      killSignal: 'SIGKILL',
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (more: string) => {
        // The stream's description comes first and the summary last; between them may be much.
        text = text.length > KEPT_OUTPUT ? text.slice(0, 8192) + more : text + more;
      });
    }
    child.once('error', reject);
    child.once('spawn', () => lowerPriority(child.pid));
    child.once('close', (code) => {
      if (code === 0) resolve(text);
      else reject(new Error(lastLineOf(text) ?? `ffmpeg ended with ${code}`));
    });
  });
}

function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, NICE);
  } catch {
    // It has ended already.
  }
}

const lastLineOf = (text: string) => text.trim().split('\n').at(-1);
