import { WorkerThread } from '#server/core/worker-thread.ts';
import type { DescribeTask, SoundDescription, SoundWork } from './describe-sound.worker.ts';

/** Tags kept in a stored recording. */
export type StoredTags = Partial<Pick<SoundDescription, 'title' | 'artist' | 'album'>>;

const thread = new WorkerThread<SoundWork>({
  caller: import.meta.url,
  file: 'describe-sound.worker',
  limitMs: 10_000,
  heapMb: 96,
});

/** Undefined if the file cannot be parsed within the limits. */
export const describeSound = (task: DescribeTask): Promise<SoundDescription | undefined> =>
  thread.run('describe', task).catch(() => undefined);
