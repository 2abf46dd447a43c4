/** Far longer than a legitimate transaction; the error message explains it. */
const WAIT_LIMIT_MS = 30_000;

/** FIFO lock: one open transaction or one write at a time on the write connection. */
export class WriteLock {
  readonly #waitLimitMs: number;
  readonly #waiting = new Set<() => void>();
  #isHeld = false;

  constructor(waitLimitMs = WAIT_LIMIT_MS) {
    this.#waitLimitMs = waitLimitMs;
  }

  async acquire(): Promise<void> {
    if (!this.#isHeld) {
      this.#isHeld = true;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const enter = () => {
        clearTimeout(limit);
        resolve();
      };
      const limit = setTimeout(() => {
        this.#waiting.delete(enter);
        reject(
          new Error(
            'A transaction has been open for too long to wait any longer. Inside transaction() every write must go through its `trx`: one through `kysely` waits for the transaction it is part of.',
          ),
        );
      }, this.#waitLimitMs);
      this.#waiting.add(enter);
    });
  }

  release(): void {
    // A Set keeps the order of arrival.
    const [next] = this.#waiting;
    if (!next) {
      this.#isHeld = false;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
