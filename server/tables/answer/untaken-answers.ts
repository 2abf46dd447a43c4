import type { IncomingMessage, ServerResponse } from 'node:http';

interface Limits {
  /** A smaller answer is not worth watching: the kernel takes it at once. */
  readonly largeBytes: number;
  /** Of all large answers together, what may wait in memory. */
  readonly mostBytes: number;
  /** After so long without a byte taken, a large answer is cut off. */
  readonly stalledMs: number;
}

interface Untaken {
  readonly res: ServerResponse;
  readonly address: string;
  readonly bytes: number;
}

const KIB = 1024;

/**
 * Answers that whoever asked has not taken yet stand in memory. Somebody who asks for the largest there are and
 * reads none of them would fill it; so the address that has most waiting loses its oldest when all are too much.
 */
export class UntakenAnswers {
  readonly #limits: Limits;
  /** In the order in which they were sent. */
  readonly #open = new Set<Untaken>();
  #bytes = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Before the answer is written. */
  watch(req: IncomingMessage, res: ServerResponse, bytes: number): void {
    if (bytes < this.#limits.largeBytes) return;
    const untaken = { res, address: req.socket.remoteAddress ?? '', bytes };
    this.#open.add(untaken);
    this.#bytes += bytes;
    res.once('close', () => this.#forget(untaken));
    // Node counts what the kernel takes of one long write as a sign of life, and ends what gives none.
    res.setTimeout(this.#limits.stalledMs);
    while (this.#bytes > this.#limits.mostBytes) this.#cutOff(this.#oldestOfMost());
  }

  #forget(untaken: Untaken): void {
    if (this.#open.delete(untaken)) this.#bytes -= untaken.bytes;
  }

  #cutOff(untaken: Untaken): void {
    this.#forget(untaken);
    untaken.res.destroy();
  }

  #oldestOfMost(): Untaken {
    const byAddress = Map.groupBy(this.#open, ({ address }) => address);
    const [most] = [...byAddress.values()].sort((a, b) => sumOf(b) - sumOf(a));
    const oldest = most?.[0];
    if (!oldest) throw new Error('Nothing waits, and yet it is too much.');
    return oldest;
  }
}

const sumOf = (some: readonly Untaken[]) => some.reduce((sum, { bytes }) => sum + bytes, 0);

/** Those of this process. */
export const untakenAnswers = new UntakenAnswers({
  largeBytes: 256 * KIB,
  mostBytes: 128 * KIB * KIB,
  stalledMs: 30_000,
});
