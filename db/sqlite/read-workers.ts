import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { Lanes } from '../lanes.ts';
import { ReadLimitError, type ReadOptions } from '../read-limit.ts';
import type { ReadTask, ReadWorkerSetup, TaskAnswer } from './read-task.ts';

/** One asker never has all of them, so there are two at least; more than the machine has cores gain nothing. */
const PLACES = Math.min(4, Math.max(2, availableParallelism()));
/** A thread keeps some megabytes; after a busy minute they go back. */
const IDLE_MS = 60_000;
/** What a statement may do between two calls of our functions, the start of the thread included. */
const GRACE_MS = 3_000;

/** Threads that read, each with a connection of its own; started when first needed. */
export class ReadWorkers {
  readonly #file: string;
  readonly #lanes = new Lanes(PLACES);
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
    const leave = await this.#lanes.enter(lane, signal, network);
    const worker = this.#idle.pop() ?? this.#start();
    const { answer, isFree } = worker.run({ sql, parameters, limitMs, maxBytes }, signal);
    // Not when the answer is there: a thread that was given up still keeps a core busy until it ends.
    isFree.then((isSound) => {
      if (isSound && this.#all.has(worker)) this.#idle.push(worker);
      leave();
    });
    return answer as Promise<R[]>;
  }

  /** What a statement's columns mean is read when it is prepared, so a change of schema wants new threads. */
  renew(): void {
    for (const worker of this.#all) void worker.end();
    this.#all.clear();
    this.#idle.length = 0;
  }

  async close(): Promise<void> {
    const workers = [...this.#all];
    this.renew();
    await Promise.all(workers.map((worker) => worker.end()));
  }

  #start(): ReadWorker {
    const worker = new ReadWorker(this.#file, () => {
      this.#all.delete(worker);
      const at = this.#idle.indexOf(worker);
      if (at >= 0) this.#idle.splice(at, 1);
    });
    this.#all.add(worker);
    return worker;
  }
}

interface Running {
  /** Settles as soon as whoever asked can be answered. */
  readonly answer: Promise<unknown[]>;
  /** Settles when the thread is done with it; false when it can take no other task. */
  readonly isFree: Promise<boolean>;
}

class ReadWorker {
  readonly #thread: Worker;
  readonly #calledOff = new Int32Array(new SharedArrayBuffer(4));
  #id = 0;
  #idleTimer: NodeJS.Timeout | undefined;
  #failure: Error | undefined;
  /** Tells whoever waits that there will be no answer. */
  #abandon: ((error: Error) => void) | undefined;

  constructor(file: string, onEnd: () => void) {
    const setup: ReadWorkerSetup = { file, calledOff: this.#calledOff.buffer };
    this.#thread = new Worker(findWorkerFile(), { workerData: setup });
    this.#thread.unref();
    this.#thread.on('error', (error: Error) => {
      this.#failure = error;
    });
    this.#thread.once('exit', () => {
      onEnd();
      this.#abandon?.(this.#failure ?? new Error('A thread that reads ended in the middle.'));
    });
  }

  run(task: Omit<ReadTask, 'id'>, signal: AbortSignal | undefined): Running {
    clearTimeout(this.#idleTimer);
    this.#id += 1;
    const id = this.#id;
    const { promise: answer, resolve, reject } = Promise.withResolvers<unknown[]>();
    const { promise: isFree, resolve: free } = Promise.withResolvers<boolean>();
    const callOff = () => {
      Atomics.store(this.#calledOff, 0, id);
      reject(new ReadLimitError('left'));
    };
    const giveUp = setTimeout(() => {
      reject(new ReadLimitError('time'));
      void this.end();
    }, task.limitMs + GRACE_MS);
    const settle = (isSound: boolean) => {
      clearTimeout(giveUp);
      signal?.removeEventListener('abort', callOff);
      this.#thread.off('message', take);
      this.#abandon = undefined;
      if (isSound) this.#idleTimer = setTimeout(() => void this.end(), IDLE_MS).unref();
      free(isSound);
    };
    const take = (said: TaskAnswer) => {
      if (said.id !== id) return;
      if ('rows' in said) resolve(said.rows.map(withBuffers));
      else if ('limit' in said) reject(new ReadLimitError(said.limit));
      else reject(Object.assign(new Error(said.failure.message), said.failure));
      settle(true);
    };
    this.#thread.on('message', take);
    signal?.addEventListener('abort', callOff, { once: true });
    this.#abandon = (error) => {
      reject(error);
      settle(false);
    };
    this.#thread.postMessage({ id, ...task } satisfies ReadTask);
    return { answer, isFree };
  }

  async end(): Promise<void> {
    clearTimeout(this.#idleTimer);
    Atomics.store(this.#calledOff, 0, this.#id);
    await this.#thread.terminate();
  }
}

/** What crosses between threads arrives as bare bytes. */
function withBuffers(row: Record<string, unknown>): Record<string, unknown> {
  for (const [name, value] of Object.entries(row)) {
    if (value instanceof Uint8Array && !Buffer.isBuffer(value)) {
      row[name] = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    }
  }
  return row;
}

/** Beside this file in the sources; built, beside the server's entry or above the parts it shares. */
function findWorkerFile(): string {
  const candidates = ['./read-worker.ts', './read-worker.js', '../read-worker.js'];
  const files = candidates.map((name) => fileURLToPath(new URL(name, import.meta.url)));
  const found = files.find((file) => existsSync(file));
  if (found === undefined) throw new Error(`The program is incomplete: ${files[1]} is missing.`);
  return found;
}
