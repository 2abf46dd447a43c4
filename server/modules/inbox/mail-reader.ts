import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { MailAnswer, MailTask } from './mail-worker.ts';
import type { MailHead, TextPart } from './read-mail.ts';

/** A mail of 200 KB takes about 100 ms; includes the thread's start on a busy machine. */
const PATIENCE_MS = 10_000;
/** Parses mails in a thread with limits of time and memory; exceeding them ends the thread. */
export class MailReader {
  readonly #patienceMs: number;
  #worker: Worker | undefined;

  constructor(patienceMs = PATIENCE_MS) {
    this.#patienceMs = patienceMs;
  }

  async readHead(head: Uint8Array): Promise<MailHead> {
    const answer = await this.#ask({ head });
    if ('head' in answer) return answer.head;
    throw new Error('error' in answer ? answer.error : 'unexpected answer');
  }

  async readReply(part: TextPart): Promise<string> {
    const answer = await this.#ask({ part });
    if ('text' in answer) return answer.text;
    throw new Error('error' in answer ? answer.error : 'unexpected answer');
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  /** One task at a time: the inbox reads mails sequentially. */
  async #ask(task: MailTask): Promise<MailAnswer> {
    this.#worker ??= startWorker();
    const worker = this.#worker;
    const { promise, resolve, reject } = Promise.withResolvers<MailAnswer>();
    const late = setTimeout(() => reject(new Error('took too long')), this.#patienceMs);
    const died = () => reject(new Error('the thread ended'));
    worker.once('message', resolve).once('error', reject).once('exit', died);
    worker.postMessage(task);
    try {
      return await promise;
    } catch (error) {
      await this.close();
      throw error;
    } finally {
      clearTimeout(late);
      worker.off('message', resolve).off('error', reject).off('exit', died);
    }
  }
}

function startWorker(): Worker {
  const candidates = ['./mail-worker.ts', './mail-worker.js', '../mail-worker.js'];
  const paths = candidates.map((name) => fileURLToPath(new URL(name, import.meta.url)));
  const path = paths.find(existsSync);
  if (path === undefined) throw new Error('the mail worker is missing');
  const worker = new Worker(path, { resourceLimits: { maxOldGenerationSizeMb: 64 } });
  worker.unref();
  // Without an error listener, an error of the thread would crash the process.
  worker.on('error', () => undefined);
  return worker;
}
