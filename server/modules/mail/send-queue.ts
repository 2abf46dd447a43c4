import { setTimeout as delay } from 'node:timers/promises';

export interface SendQueueOptions<Item> {
  deliver(item: Item): Promise<void>;
  onRetry(item: Item, error: unknown): void;
  onGiveUp(item: Item, error: unknown): void;
  /** Waits between tries, in milliseconds; one try more than there are waits. */
  waits?: readonly number[];
}

export interface SendQueue<Item> {
  /** Being sent, or waiting for the next try. */
  readonly size: number;
  /** Throws when too many wait already. */
  add(item: Item): void;
  settle(): Promise<void>;
  /** Nobody waits for a second try any more; what is being sent may end. */
  close(): Promise<void>;
}

const WAITS = [2_000, 15_000, 60_000, 300_000];
const CAPACITY = 2_000;

export function createSendQueue<Item>(options: SendQueueOptions<Item>): SendQueue<Item> {
  const { deliver, onRetry, onGiveUp, waits = WAITS } = options;
  const running = new Set<Promise<void>>();
  const closing = new AbortController();

  async function process(item: Item): Promise<void> {
    for (const wait of [...waits, undefined]) {
      try {
        await deliver(item);
        return;
      } catch (error) {
        if (wait === undefined || closing.signal.aborted || isRefused(error)) {
          onGiveUp(item, error);
          return;
        }
        onRetry(item, error);
        await delay(wait, undefined, { ref: false, signal: closing.signal }).catch(() => undefined);
      }
    }
  }

  async function settle(): Promise<void> {
    while (running.size > 0) await Promise.all(running);
  }

  return {
    get size() {
      return running.size;
    },
    add(item) {
      if (running.size >= CAPACITY) throw new Error('Too many mails are waiting to be sent.');
      const task = process(item).finally(() => running.delete(task));
      running.add(task);
    },
    settle,
    async close() {
      closing.abort();
      await settle();
    },
  };
}

/** 5xx is the mail server's final word; everything else may pass. */
function isRefused(error: unknown): boolean {
  const { responseCode } = Object(error);
  return typeof responseCode === 'number' && responseCode >= 500;
}
