import { rename, rm } from 'node:fs/promises';
import { findFfmpeg } from '#server/core/files/find-ffmpeg.ts';
import { FilePatcher } from '../metadata/file-patcher.ts';
import { hasOtherTracks } from '../metadata/strip-mp4.ts';
import {
  createDamagedError,
  createTypeError,
  createUndecodableError,
  createUnsuitableError,
} from '../storage.errors.ts';
import { xingSeconds } from './audio-frames.ts';
import { copyAudio, copyCover, decodeAudio } from './decode-audio.ts';
import { type AudioDescription, describeAudio } from './describe-audio.ts';
import { type AudioKind, findAudioKind, readAt, withFile } from './file-kind.ts';

/** Tolerated difference of stated and decoded length; a truncated last frame is harmless. */
const TOLERANCE_S = 0.5;
const MAX_CHANNELS = 8;
const MAX_SAMPLE_RATE = 384_000;
const MAX_SECONDS = 24 * 60 * 60;

/**
 * Format and duration of a recording. With ffmpeg the whole file is decoded; otherwise its metadata is used.
 */
export async function inspectAudio(path: string, ffmpeg: string) {
  const kind = await findAudioKind(path);
  if (!kind) throw createTypeError('MP3, M4A, WAV, FLAC, Ogg, AIFF, AAC');
  const { extension } = kind;
  const program = await findFfmpeg(ffmpeg);
  const description = await describeAudio(path, extension);
  ensureSuitable(description);
  const decoded = program === undefined ? undefined : await decodeAudio(program, path, extension);
  ensureSuitable(decoded);
  if (decoded && extension === 'ogg' && !/^(?:vorbis|opus)$/.test(decoded.codec)) {
    throw createUndecodableError();
  }
  const seconds = decoded ? decoded.seconds : description?.seconds;
  if (!seconds) {
    throw decoded ? createDamagedError('it holds no sound') : createUndecodableError();
  }
  if (seconds > MAX_SECONDS) throw createUnsuitableError('The recording is longer than a day.');
  const stated = await statedSeconds(path, kind, description);
  if (stated !== undefined && seconds < stated - Math.max(TOLERANCE_S, stated / 1000)) {
    throw createDamagedError(`only ${formatTime(seconds)} of ${formatTime(stated)} are there`);
  }
  const cover = program && (await copyCover(program, path, extension));
  if (extension === 'm4a') await keepAudioOnly(path, program, description);
  return { extension, seconds, description, cover };
}

/** Removes video and location tracks, whose samples are interleaved with the audio. */
async function keepAudioOnly(
  path: string,
  program: string | undefined,
  description: AudioDescription | undefined,
): Promise<void> {
  if (!(await withFile(path, (file) => hasOtherTracks(new FilePatcher(file))))) return;
  if (program === undefined) {
    throw createUnsuitableError(
      'The file holds more than sound, such as a film. Export the sound alone as M4A or MP3.',
    );
  }
  const copy = `${path}.m4a`;
  try {
    await copyAudio(program, path, copy, description ?? {});
    await rename(copy, path);
  } catch {
    throw createUndecodableError();
  } finally {
    await rm(copy, { force: true });
  }
}

function ensureSuitable({
  channels = 1,
  sampleRate = 44_100,
}: {
  channels?: number | undefined;
  sampleRate?: number | undefined;
} = {}): void {
  if (channels > MAX_CHANNELS) {
    throw createUnsuitableError(
      `The recording has ${channels} channels; at most ${MAX_CHANNELS} can be played.`,
    );
  }
  if (sampleRate > MAX_SAMPLE_RATE) {
    throw createUnsuitableError(
      `The recording has ${sampleRate / 1000} kHz; at most ${MAX_SAMPLE_RATE / 1000} kHz can be played.`,
    );
  }
}

/** Duration in the file's header; undefined for formats without one or with an estimate. */
async function statedSeconds(
  path: string,
  { extension, start }: AudioKind,
  description: AudioDescription | undefined,
): Promise<number | undefined> {
  if (extension === 'mp3')
    return withFile(path, async (file) => xingSeconds(await readAt(file, start, 256)));
  const isStated = extension === 'flac' || extension === 'aiff' || extension === 'm4a';
  return isStated ? description?.seconds : undefined;
}

function formatTime(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
