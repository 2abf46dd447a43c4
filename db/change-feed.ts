export type ChangeListener = (latestId: number) => void;

interface ChangeSource {
  /** Begins watching and returns how to stop; runs only while somebody listens. */
  start(): () => void;
}

/** Tells listeners that the change log has grown; what changed they read from it themselves. */
export class ChangeFeed {
  readonly #source: ChangeSource;
  readonly #listeners = new Set<ChangeListener>();
  #latestId = 0;
  #stopSource: (() => void) | undefined;

  constructor(source: ChangeSource) {
    this.#source = source;
  }

  get hasListeners(): boolean {
    return this.#listeners.size > 0;
  }

  subscribe(listener: ChangeListener, latestId: number): () => void {
    // A wrapper, so that one function subscribed twice can be unsubscribed once.
    const entry: ChangeListener = (id) => listener(id);
    if (!this.hasListeners) this.#latestId = latestId;
    this.#listeners.add(entry);
    this.#stopSource ??= this.#source.start();
    return () => {
      this.#listeners.delete(entry);
      if (!this.hasListeners) this.stop();
    };
  }

  /** An id that went *down* is news too: a backup was restored under us. */
  report(latestId: number): void {
    if (latestId === this.#latestId) return;
    this.#latestId = latestId;
    for (const listener of [...this.#listeners]) listener(latestId);
  }

  stop(): void {
    this.#stopSource?.();
    this.#stopSource = undefined;
    this.#listeners.clear();
  }
}
