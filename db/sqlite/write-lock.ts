/** First come, first served: one open transaction or one write at a time on the writing connection. */
export class WriteLock {
  #isHeld = false;
  readonly #waiting: (() => void)[] = [];

  /** True when the lock was free and is now held, which spares the common case a turn of the event loop. */
  tryAcquire(): boolean {
    if (this.#isHeld) return false;
    this.#isHeld = true;
    return true;
  }

  async acquire(): Promise<void> {
    if (this.tryAcquire()) return;
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#isHeld = false;
  }
}
