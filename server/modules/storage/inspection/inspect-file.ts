import type { Bucket } from '#contract/calls/storage.ts';
import type { Config } from '#server/core/config/config.ts';
import type { SoundEnding } from '#server/core/files/ffmpeg-input.ts';
import { stripMetadata } from '../metadata/strip-metadata.ts';
import { createDamagedError } from '../storage.errors.ts';
import type { SoundDescription } from './describe-sound.worker.ts';
import type { PictureEnding } from './file-kind.ts';
import { inspectPicture } from './inspect-picture.ts';
import { inspectSound } from './inspect-sound.ts';

export interface Inspection {
  ending: SoundEnding | Exclude<PictureEnding, 'heic'>;
  durationSeconds: number | null;
  /** Tags of a recording: title, artist, album, chapters. */
  description: SoundDescription | undefined;
  /** File with the embedded cover, to be removed by the caller. */
  cover: string | undefined;
  /** The file was changed: its size and hash must be computed again. */
  isRewritten: boolean;
}

/**
 * Detects a file's format by content, after reading it completely. Removes private metadata, such as where a
 * picture was taken.
 */
export async function inspectFile(
  path: string,
  bucket: Bucket,
  { FFMPEG }: Pick<Config, 'FFMPEG'> = { FFMPEG: 'ffmpeg' },
): Promise<Inspection> {
  const noSound = { seconds: undefined, description: undefined, cover: undefined };
  const { ending, seconds, description, cover, isRewritten } =
    bucket === 'audio'
      ? await inspectSound(path, FFMPEG)
      : { ...noSound, ...(await inspectPicture(path)) };
  const { isChanged, isTruncated } = await stripMetadata(path, { ...description, ending });
  if (isTruncated) throw createDamagedError('its end is missing');
  return {
    ending,
    durationSeconds: seconds === undefined ? null : Math.round(seconds * 1000) / 1000,
    description,
    cover,
    isRewritten: isRewritten || isChanged,
  };
}
