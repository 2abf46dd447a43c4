import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import PQueue from 'p-queue';

export interface DescribeTask {
  path: string;
  mimeType: string;
}

/** Metadata of an audio file. */
export interface SoundDescription {
  seconds: number | undefined;
  codec: string | undefined;
  channels: number | undefined;
  sampleRate: number | undefined;
  title: string | undefined;
  artist: string | undefined;
  album: string | undefined;
  chapters: { title: string; seconds: number }[];
}

/** Tags kept in a stored recording. */
export type KeptTags = Partial<Pick<SoundDescription, 'title' | 'artist' | 'album'>>;

const LIMIT_MS = 10_000;
/** A batch of uploads shares one worker, which then frees its memory. */
const IDLE_MS = 30_000;
/** Limits the JavaScript heap only; the parser checks other sizes against the file. */
const RESOURCE_LIMITS = {
  maxOldGenerationSizeMb: 96,
  maxYoungGenerationSizeMb: 16,
  stackSizeMb: 2,
} as const;

const queue = new PQueue({ concurrency: 1 });
let worker: Worker | undefined;
let idle: NodeJS.Timeout | undefined;

/** Undefined if the file cannot be parsed within the limits. One file at a time, in a worker. */
export function describeSound(task: DescribeTask): Promise<SoundDescription | undefined> {
  return queue.add(() => runTask(task));
}

async function runTask(task: DescribeTask): Promise<SoundDescription | undefined> {
  clearTimeout(idle);
  const thread = worker ?? startWorker();
  worker = thread;
  thread.ref();
  const description = await new Promise<SoundDescription | undefined>((resolve) => {
    const end = () => resolve(undefined);
    const timer = setTimeout(() => {
      end();
      stopWorker(thread);
    }, LIMIT_MS);
    const finish = (answer: { description?: SoundDescription }) => {
      clearTimeout(timer);
      thread.off('exit', end);
      resolve(answer.description);
    };
    thread.once('message', finish);
    // Also after an error, such as heap exhaustion.
    thread.once('exit', end);
    thread.postMessage(task);
  });
  thread.unref();
  idle = setTimeout(() => stopWorker(thread), IDLE_MS).unref();
  return description;
}

function startWorker(): Worker {
  const thread = new Worker(findWorkerFile(), { resourceLimits: RESOURCE_LIMITS });
  thread.on('error', () => stopWorker(thread));
  thread.on('exit', () => stopWorker(thread));
  return thread;
}

function stopWorker(thread: Worker): void {
  if (worker === thread) worker = undefined;
  void thread.terminate();
}

/** Beside this file in the sources; in the build beside the server's entry or above its shared chunks. */
function findWorkerFile(): string {
  const names = [
    './describe-sound.worker.ts',
    './describe-sound.worker.js',
    '../describe-sound.worker.js',
  ];
  const files = names.map((name) => fileURLToPath(new URL(name, import.meta.url)));
  const found = files.find((file) => existsSync(file));
  if (found === undefined) throw new Error(`The program is incomplete: ${files[1]} is missing.`);
  return found;
}
