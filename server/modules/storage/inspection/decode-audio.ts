import { rm } from 'node:fs/promises';
import {
  type AudioExtension,
  fileOptions,
  inputOptions,
  readStream,
} from '#server/core/files/ffmpeg-input.ts';
import { runLimited } from '#server/core/run-limited.ts';
import { createUndecodableError } from '../storage.errors.ts';
import type { StoredTags } from './describe-audio.ts';

/** Timeout below the usual minute of a proxy. */
const LIMIT_MS = 50_000;

/** Decodes a recording completely. Throws if ffmpeg cannot decode it; undefined if that takes too long. */
export async function decodeAudio(program: string, path: string, extension: AudioExtension) {
  const limit = AbortSignal.timeout(LIMIT_MS);
  const args = [...inputOptions(path, extension), '-f', 'null', '-', '-progress', 'pipe:1'];
  try {
    const text = await runLimited(program, args, { signal: limit, longestMs: LIMIT_MS * 2 });
    const decoded = readStream(text);
    if (decoded) return decoded;
    throw new Error('ffmpeg printed no stream');
  } catch {
    if (limit.aborted) return undefined;
    throw createUndecodableError();
  }
}

/** Copies only the audio into a new M4A, without re-encoding. */
export async function copyAudio(
  program: string,
  from: string,
  to: string,
  { title = '', artist = '', album = '' }: StoredTags,
): Promise<void> {
  const tags = Object.entries({ title, artist, album }).flatMap(([key, text]) =>
    text === '' ? [] : ['-metadata', `${key}=${text}`],
  );
  const only = ['-c', 'copy', '-map_metadata', '-1', '-map_chapters', '-1', ...tags];
  const output = ['-movflags', '+faststart', '-f', 'mp4', '-y', `file:${to}`];
  const args = [...inputOptions(from, 'm4a'), ...only, ...output];
  await runLimited(program, args, { longestMs: LIMIT_MS });
}

export const coverFileOf = (recording: string): string => `${recording}.cover`;

/** Copies the embedded cover into a file beside it; undefined without one. */
export async function copyCover(
  program: string,
  from: string,
  extension: AudioExtension,
): Promise<string | undefined> {
  const to = coverFileOf(from);
  const picture = ['-map', '0:v:0', '-frames:v', '1', '-c', 'copy'];
  const limit = ['-fs', String(MAX_COVER_BYTES)];
  const output = ['-f', 'image2', '-update', '1', ...limit, '-y', `file:${to}`];
  const args = [...fileOptions(from, extension), ...picture, ...output];
  try {
    await runLimited(program, args, { longestMs: COVER_LIMIT_MS });
    return to;
  } catch {
    await rm(to, { force: true });
    return undefined;
  }
}
const COVER_LIMIT_MS = 5_000;
const MAX_COVER_BYTES = 20 * 1024 * 1024;
