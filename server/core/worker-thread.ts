import { parentPort, Worker } from 'node:worker_threads';
import PQueue from 'p-queue';
import { findWorkerFile } from '#db/worker-file.ts';

/** A thread that is idle for this long ends, which frees its memory. */
const IDLE_MS = 30_000;

interface Setup {
  /** `import.meta.url` of the caller. */
  readonly caller: string;
  /** The worker's file beside the caller, without its extension. */
  readonly file: string;
  /** Limit of one task, including the start of the thread. */
  readonly limitMs: number;
  /** Limits the JavaScript heap only, not buffers. */
  readonly heapMb: number;
}

// Each function has one parameter, which is sent to the thread as a message.
type Functions = { readonly [name: string]: (task: never) => unknown };
type Answer<F extends Functions, Name extends keyof F> = Awaited<ReturnType<F[Name]>>;
type Reply = { readonly answer: unknown } | { readonly error: string };

/** Serves these functions in a worker thread for a `WorkerThread`. */
export function serveFunctions(functions: Functions): void {
  parentPort?.on('message', async ([name, task]: [string, never]) => {
    try {
      parentPort?.postMessage({ answer: await functions[name]?.(task) } satisfies Reply);
    } catch (error) {
      parentPort?.postMessage({ error: String(error) } satisfies Reply);
    }
  });
}

/**
 * Runs functions on untrusted input in a worker thread, one at a time. Exceeding a limit ends the thread; the
 * next task starts another.
 */
export class WorkerThread<F extends Functions> {
  readonly #setup: Setup;
  readonly #queue = new PQueue({ concurrency: 1 });
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(setup: Setup) {
    this.#setup = setup;
  }

  async run<Name extends keyof F & string>(
    name: Name,
    task: Parameters<F[Name]>[0],
  ): Promise<Answer<F, Name>> {
    const reply = await this.#queue.add(() => this.#ask([name, task]));
    if ('error' in reply) throw new Error(reply.error);
    return reply.answer as Answer<F, Name>;
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    await this.#worker?.terminate();
  }

  async #ask(task: [name: string, task: unknown]): Promise<Reply> {
    clearTimeout(this.#idle);
    this.#worker ??= this.#start();
    const worker = this.#worker;
    worker.ref();
    const { promise, resolve, reject } = Promise.withResolvers<Reply>();
    const timeout = setTimeout(() => reject(new Error('took too long')), this.#setup.limitMs);
    const onExit = () => reject(new Error('the thread ended'));
    worker.once('message', resolve).once('error', reject).once('exit', onExit);
    worker.postMessage(task);
    try {
      return await promise;
    } catch (error) {
      await worker.terminate();
      throw error;
    } finally {
      clearTimeout(timeout);
      worker.off('message', resolve).off('error', reject).off('exit', onExit);
      worker.unref();
      this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref();
    }
  }

  #start(): Worker {
    const { caller, file, heapMb: maxOldGenerationSizeMb } = this.#setup;
    const worker = new Worker(findWorkerFile(caller, file), {
      resourceLimits: { maxOldGenerationSizeMb, maxYoungGenerationSizeMb: 16, stackSizeMb: 2 },
    });
    // Without an error listener, an error of the thread would crash the process.
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    return worker;
  }
}
