import { open } from 'node:fs/promises';
import type { SoundEnding } from '#server/core/files/ffmpeg-input.ts';
import type { StoredTags } from '../inspection/describe-sound.ts';
import type { PictureEnding } from '../inspection/file-kind.ts';
import { FilePatcher } from './file-patcher.ts';
import { stripMp4 } from './strip-mp4.ts';
import { stripOgg } from './strip-ogg.ts';
import { stripJpeg, stripPng, stripWebp } from './strip-picture.ts';
import { stripAiff, stripFlac, stripFrames, stripWav } from './strip-sound.ts';

type Strip = (patcher: FilePatcher, tags: StoredTags) => Promise<void>;

const STRIPPERS: Readonly<Record<SoundEnding | Exclude<PictureEnding, 'heic'>, Strip>> = {
  jpg: stripJpeg,
  png: stripPng,
  webp: stripWebp,
  mp3: stripFrames,
  aac: stripFrames,
  m4a: stripMp4,
  wav: stripWav,
  aiff: stripAiff,
  flac: stripFlac,
  ogg: stripOgg,
};

/**
 * Removes metadata such as location, device and comments in place; returns whether there was any, and whether the
 * file is truncated. Pictures keep orientation and colour profile, recordings title, artist and album. Overwrites
 * without moving content, so that downloads can resume.
 */
export async function stripMetadata(
  path: string,
  { ending, ...tags }: StoredTags & { ending: keyof typeof STRIPPERS },
): Promise<{ isChanged: boolean; isTruncated: boolean }> {
  const file = await open(path, 'r+');
  try {
    const patcher = new FilePatcher(file);
    await STRIPPERS[ending](patcher, tags);
    const { isChanged, isTruncated } = patcher;
    return { isChanged, isTruncated };
  } finally {
    await file.close();
  }
}
