/** ffmpeg's demuxer for each stored file type, so that ffmpeg never guesses. */
const DEMUXERS = {
  mp3: 'mp3',
  m4a: 'mov',
  wav: 'wav',
  flac: 'flac',
  ogg: 'ogg',
  aiff: 'aiff',
  aac: 'aac',
} as const;
export type AudioExtension = keyof typeof DEMUXERS;

/** Limit of a single allocation: audio needs kilobytes, a malicious file requests gigabytes. */
const MAX_BLOCK_BYTES = 64 * 1024 * 1024;

/** Undefined for a manually added file with a different extension. */
export function extensionOf(name: string): AudioExtension | undefined {
  const extension = name.split('.').at(-1)?.toLowerCase() ?? '';
  // DEMUXERS has only these keys.
  return Object.hasOwn(DEMUXERS, extension) ? (extension as AudioExtension) : undefined;
}

/**
 * Names the demuxer and allows only files: otherwise ffmpeg may treat text in an audio file as a playlist and
 * open its addresses.
 */
export const inputOptions = (path: string, extension: AudioExtension): string[] => [
  ...fileOptions(path, extension),
  ...['-map', '0:a:0'],
];

/** Input with all streams. */
export const fileOptions = (path: string, extension: AudioExtension): string[] => [
  ...['-hide_banner', '-nostdin', '-nostats', '-threads', '1'],
  ...['-max_alloc', String(MAX_BLOCK_BYTES)],
  ...['-f', DEMUXERS[extension], '-protocol_whitelist', 'file', '-i', `file:${path}`],
];

/** The audio stream in ffmpeg's output, and its decoded length; undefined if either is missing. */
export function readStream(text: string) {
  // The text before the output describes the source.
  const source = text.slice(0, text.indexOf('Output #0'));
  const [, codec, rate, layout = ''] =
    /Stream #0:\d+.*Audio: (\w+).*?, (\d+) Hz, ([^,\n]+)/.exec(source) ?? [];
  const kilobits = /Stream #0:\d+.*Audio: .*?(\d+) kb\/s/.exec(source)?.[1];
  const micros = [...text.matchAll(/^out_time_us=(\d+)$/gm)].at(-1)?.[1];
  if (codec === undefined || micros === undefined) return undefined;
  return {
    codec,
    /** Bits per second; null if the file does not state it. */
    bitrate: kilobits === undefined ? null : Number(kilobits) * 1000,
    sampleRate: Number(rate),
    channels: channelsOf(layout),
    /** Duration of the decoded audio, to the microsecond. */
    seconds: Number(micros) / 1e6,
  };
}

/** Channel count of ffmpeg's layout name: `mono`, `stereo`, `5.1`, `6 channels`. */
function channelsOf(layout: string): number {
  if (layout.startsWith('mono')) return 1;
  if (layout.startsWith('stereo')) return 2;
  const [, whole, more] = /^(\d+)(?:\.(\d))?/.exec(layout) ?? [];
  return whole === undefined ? 3 : Number(whole) + Number(more ?? 0);
}
