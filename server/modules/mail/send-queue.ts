import { setTimeout as delay } from 'node:timers/promises';

export interface SendQueueOptions<Item> {
  deliver(item: Item): Promise<void>;
  onRetry(item: Item, error: unknown): void;
  onGiveUp(item: Item, error: unknown): Promise<void> | void;
  /** Not sent and not given up: this queue ends, or could not begin. */
  onLeave(item: Item): Promise<void> | void;
  /** Waits between tries, in milliseconds; one try more than there are waits. */
  waits?: readonly number[];
}

export interface SendQueue<Item> {
  /** Being sent, or waiting for the next try. */
  readonly size: number;
  /** With as many waits fewer as it was tried before. */
  add(item: Item, tries?: number): void;
  settle(): Promise<void>;
  /** Nobody waits for a second try any more, which is left; what is being sent may end. */
  close(): Promise<void>;
}

const WAITS = [2_000, 15_000, 60_000, 300_000];

/** Thrown by `deliver`: not now and not here, and nothing is wrong with the item. */
export class LeftError extends Error {}

export function createSendQueue<Item>(options: SendQueueOptions<Item>): SendQueue<Item> {
  const { deliver, onRetry, onGiveUp, onLeave, waits = WAITS } = options;
  const running = new Set<Promise<void>>();
  const closing = new AbortController();

  async function process(item: Item, tries: number): Promise<void> {
    for (const wait of [...waits.slice(tries), undefined]) {
      if (closing.signal.aborted) return onLeave(item);
      try {
        await deliver(item);
        return;
      } catch (error) {
        if (error instanceof LeftError) return onLeave(item);
        if (wait === undefined || isRefused(error)) return onGiveUp(item, error);
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
    add(item, tries = 0) {
      const task = process(item, tries).finally(() => running.delete(task));
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
