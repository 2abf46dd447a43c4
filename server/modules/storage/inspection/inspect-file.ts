import type { Bucket } from '#contract/calls/storage.ts';
import type { Config } from '#server/core/config/config.ts';
import { stripMetadata } from '../metadata/strip-metadata.ts';
import { createDamagedError } from '../storage.errors.ts';
import { inspectAudio } from './inspect-audio.ts';
import { inspectPicture } from './inspect-picture.ts';

export type Inspection = Awaited<ReturnType<typeof inspectFile>>;

/**
 * Detects a file's format by content, after reading it completely. Removes private metadata, such as where a
 * picture was taken. `cover` is a temporary file with the embedded cover; the caller deletes it.
 */
export async function inspectFile(
  path: string,
  bucket: Bucket,
  { FFMPEG }: Pick<Config, 'FFMPEG'> = { FFMPEG: 'ffmpeg' },
) {
  const noAudio = { seconds: undefined, description: undefined, cover: undefined };
  const { extension, seconds, description, cover } =
    bucket === 'audio'
      ? await inspectAudio(path, FFMPEG)
      : { ...noAudio, extension: await inspectPicture(path) };
  const { isTruncated } = await stripMetadata(path, { ...description, extension });
  if (isTruncated) throw createDamagedError('its end is missing');
  return {
    extension,
    durationSeconds: seconds === undefined ? null : Math.round(seconds * 1000) / 1000,
    description,
    cover,
  };
}
