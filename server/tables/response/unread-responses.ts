import type { ServerResponse } from 'node:http';

interface Limits {
  /** Smaller responses are not tracked: the kernel buffers them at once. */
  readonly largeBytes: number;
  /** Limit of all large responses buffered in memory. */
  readonly totalBytes: number;
  /** Aborts a large response after this long without progress. */
  readonly stalledMs: number;
}

interface Unread {
  readonly res: ServerResponse;
  readonly bytes: number;
}

const KIB = 1024;

/** Limits the memory of responses to slow readers. Over the limit, aborts the oldest. */
export class UnreadResponses {
  readonly #limits: Limits;
  readonly #open = new Set<Unread>();
  #bytes = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Call before the response is written. */
  watch(res: ServerResponse, bytes: number): void {
    // If the client disconnected before the response, its `close` event has already been fired.
    if (bytes < this.#limits.largeBytes || res.closed) return;
    const unread = { res, bytes };
    this.#open.add(unread);
    this.#bytes += bytes;
    res.once('close', () => this.#forget(unread));
    // Node resets this timeout while the kernel accepts bytes of a long write.
    res.setTimeout(this.#limits.stalledMs);
    for (const oldest of this.#open) {
      if (this.#bytes <= this.#limits.totalBytes) break;
      this.#forget(oldest);
      oldest.res.destroy();
    }
  }

  #forget(unread: Unread): void {
    if (this.#open.delete(unread)) this.#bytes -= unread.bytes;
  }
}

export const unreadResponses = new UnreadResponses({
  largeBytes: 256 * KIB,
  totalBytes: 128 * KIB * KIB,
  stalledMs: 30_000,
});
