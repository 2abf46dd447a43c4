import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { FairQueue } from '../fair-queue.ts';
import { ReadLimitError, type ReadOptions } from '../queries/read-limit.ts';
import { findWorkerFile } from '../worker-file.ts';
import type { ReadTask, ReadWorkerSetup, TaskResult } from './read-worker.ts';

/** At least two, because one requester never gets all of them. More than the number of cores gains nothing. */
const MAX_WORKERS = Math.min(4, Math.max(2, availableParallelism()));
/** A worker uses some megabytes; idle ones end after a minute. */
const IDLE_MS = 60_000;
/** Added to the time limit: a worker needs time to start, and checks the limit only when SQL calls our functions. */
const GRACE_MS = 3_000;

/** Worker threads for reads, each with its own connection; started on demand. */
export class ReadWorkers {
  readonly #file: string;
  readonly #queue = new FairQueue(MAX_WORKERS);
  readonly #idle: ReadWorker[] = [];
  readonly #all = new Set<ReadWorker>();

  constructor(file: string) {
    this.#file = file;
  }

  async read<R>(
    sql: string,
    parameters: readonly unknown[],
    { lane, network, signal, limitMs, maxBytes }: ReadOptions,
  ): Promise<R[]> {
    const release = await this.#queue.enter(lane, signal, network);
    const worker = this.#idle.pop() ?? this.#start();
    const { answer, isFree } = worker.run({ sql, parameters, limitMs, maxBytes }, signal);
    // Releases the slot only here: a cancelled worker still occupies a core until it ends.
    isFree.then((isReusable) => {
      if (isReusable) this.#idle.push(worker);
      release();
    });
    return answer as Promise<R[]>;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#all].map((worker) => worker.end()));
  }

  #start(): ReadWorker {
    const worker = new ReadWorker(this.#file, () => {
      this.#all.delete(worker);
      const index = this.#idle.indexOf(worker);
      if (index >= 0) this.#idle.splice(index, 1);
    });
    this.#all.add(worker);
    return worker;
  }
}

interface Running {
  /** Settles as soon as the requester can be answered. */
  readonly answer: Promise<unknown[]>;
  /** Settles when the worker is done; false when it cannot be reused. */
  readonly isFree: Promise<boolean>;
}

class ReadWorker {
  readonly #thread: Worker;
  readonly #cancelledId = new Int32Array(new SharedArrayBuffer(4));
  #id = 0;
  #idleTimer: NodeJS.Timeout | undefined;
  #failure: Error | undefined;
  /** Rejects the pending read. */
  #abandon: ((error: Error) => void) | undefined;

  constructor(file: string, onEnd: () => void) {
    const setup: ReadWorkerSetup = { file, cancelledId: this.#cancelledId.buffer };
    this.#thread = new Worker(findWorkerFile(import.meta.url, 'read-worker'), {
      workerData: setup,
    });
    this.#thread.unref();
    this.#thread.on('error', (error: Error) => {
      this.#failure = error;
    });
    this.#thread.once('exit', () => {
      onEnd();
      this.#abandon?.(this.#failure ?? new Error('The read worker exited before the read ended.'));
    });
  }

  run(task: Omit<ReadTask, 'id'>, signal: AbortSignal | undefined): Running {
    clearTimeout(this.#idleTimer);
    this.#id += 1;
    const id = this.#id;
    const { promise: answer, resolve, reject } = Promise.withResolvers<unknown[]>();
    const { promise: isFree, resolve: free } = Promise.withResolvers<boolean>();
    const cancel = () => {
      Atomics.store(this.#cancelledId, 0, id);
      reject(new ReadLimitError('disconnected'));
    };
    const giveUp = setTimeout(() => {
      reject(new ReadLimitError('time'));
      void this.end();
    }, task.limitMs + GRACE_MS);
    const settle = (isReusable: boolean) => {
      clearTimeout(giveUp);
      signal?.removeEventListener('abort', cancel);
      this.#thread.off('message', receive);
      this.#abandon = undefined;
      if (isReusable) this.#idleTimer = setTimeout(() => void this.end(), IDLE_MS).unref();
      free(isReusable);
    };
    const receive = (result: TaskResult) => {
      if (result.id !== id) return;
      if ('rows' in result) resolve(result.rows.map(withBuffers));
      else if ('limit' in result) reject(new ReadLimitError(result.limit));
      else reject(Object.assign(new Error(result.failure.message), result.failure));
      settle(true);
    };
    this.#thread.on('message', receive);
    signal?.addEventListener('abort', cancel, { once: true });
    this.#abandon = (error) => {
      reject(error);
      settle(false);
    };
    this.#thread.postMessage({ id, ...task } satisfies ReadTask);
    return { answer, isFree };
  }

  async end(): Promise<void> {
    clearTimeout(this.#idleTimer);
    Atomics.store(this.#cancelledId, 0, this.#id);
    await this.#thread.terminate();
  }
}

/** Buffers arrive from a worker as Uint8Array. */
function withBuffers(row: Record<string, unknown>): Record<string, unknown> {
  for (const [name, value] of Object.entries(row)) {
    if (value instanceof Uint8Array && !Buffer.isBuffer(value)) {
      row[name] = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    }
  }
  return row;
}
