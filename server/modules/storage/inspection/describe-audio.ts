import type { AudioExtension } from '#server/core/files/ffmpeg-input.ts';
import { WorkerThread } from '#server/core/worker-thread.ts';
import type { AudioWork } from './describe-audio.worker.ts';
import { mediaTypeOf } from './media-types.ts';

/** Metadata of an audio file. */
export type AudioDescription = Awaited<ReturnType<AudioWork['describe']>>;

/** Tags kept in a stored recording. */
export type StoredTags = Partial<Pick<AudioDescription, 'title' | 'artist' | 'album'>>;

const thread = new WorkerThread<AudioWork>({
  caller: import.meta.url,
  file: 'describe-audio.worker',
  limitMs: 10_000,
  heapMb: 96,
});

/** Undefined if the file cannot be parsed within the limits. */
export const describeAudio = (
  path: string,
  extension: AudioExtension,
): Promise<AudioDescription | undefined> =>
  thread.run('describe', { path, mimeType: mediaTypeOf(`.${extension}`) }).catch(() => undefined);
