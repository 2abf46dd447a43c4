export type ChangeListener = (latestId: number) => void;

interface ChangeSource {
  /** Starts watching and returns the function that stops it; runs only while there are listeners. */
  start(): () => void;
}

/** Notifies listeners that the change log has grown; they read the changes themselves. */
export class ChangeFeed {
  readonly #source: ChangeSource;
  readonly #listeners = new Set<ChangeListener>();
  readonly listeners: ReadonlySet<ChangeListener> = this.#listeners;
  #latestId = 0;
  #stopSource: (() => void) | undefined;

  constructor(source: ChangeSource) {
    this.#source = source;
  }

  subscribe(listener: ChangeListener, latestId: number): () => void {
    if (this.#listeners.size === 0) this.#latestId = latestId;
    this.#listeners.add(listener);
    this.#stopSource ??= this.#source.start();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.stop();
    };
  }

  /** A *lower* id is reported too: a backup was restored while the server was running. */
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
