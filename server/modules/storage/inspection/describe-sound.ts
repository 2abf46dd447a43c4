import type { SoundExtension } from '#server/core/files/ffmpeg-input.ts';
import { WorkerThread } from '#server/core/worker-thread.ts';
import type { SoundWork } from './describe-sound.worker.ts';
import { mediaTypeOf } from './media-types.ts';

/** Metadata of an audio file. */
export type SoundDescription = Awaited<ReturnType<SoundWork['describe']>>;

/** Tags kept in a stored recording. */
export type StoredTags = Partial<Pick<SoundDescription, 'title' | 'artist' | 'album'>>;

const thread = new WorkerThread<SoundWork>({
  caller: import.meta.url,
  file: 'describe-sound.worker',
  limitMs: 10_000,
  heapMb: 96,
});

/** Undefined if the file cannot be parsed within the limits. */
export const describeSound = (
  path: string,
  extension: SoundExtension,
): Promise<SoundDescription | undefined> =>
  thread.run('describe', { path, mimeType: mediaTypeOf(`.${extension}`) }).catch(() => undefined);
