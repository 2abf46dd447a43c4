import { open } from 'node:fs/promises';
import type { AudioExtension } from '#server/core/files/ffmpeg-input.ts';
import type { StoredTags } from '../inspection/describe-audio.ts';
import type { PictureExtension } from '../inspection/file-kind.ts';
import { FilePatcher } from './file-patcher.ts';
import { stripAiff, stripFlac, stripFrames, stripWav } from './strip-audio.ts';
import { stripMp4 } from './strip-mp4.ts';
import { stripOgg } from './strip-ogg.ts';
import { stripJpeg, stripPng, stripWebp } from './strip-picture.ts';

type Strip = (patcher: FilePatcher, tags: StoredTags) => Promise<void>;

const STRIPPERS: Readonly<Record<AudioExtension | Exclude<PictureExtension, 'heic'>, Strip>> = {
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
 * Removes metadata such as location, device and comments in place; returns whether there was any, and whether the file
 * is truncated. Pictures keep orientation and colour profile; recordings keep title, artist and album. Overwrites
 * without moving content, so that downloads can resume.
 */
export async function stripMetadata(
  path: string,
  { extension, ...tags }: StoredTags & { extension: keyof typeof STRIPPERS },
): Promise<{ isChanged: boolean; isTruncated: boolean }> {
  const file = await open(path, 'r+');
  try {
    const patcher = new FilePatcher(file);
    await STRIPPERS[extension](patcher, tags);
    const { isChanged, isTruncated } = patcher;
    return { isChanged, isTruncated };
  } finally {
    await file.close();
  }
}
