import { systemClock } from '#server/core/clock.ts';
import type { StoredFile } from '#server/core/file-store.ts';

/** Long enough for a player's row of ranges, short enough to see a file that was removed elsewhere. */
const KEPT_MS = 10_000;
const MAX = 1000;

/** What a store elsewhere has said of its files, for a moment: asking costs as long as reading. */
export class KnownFiles {
  readonly #files = new Map<string, StoredFile & { askedAt: number }>();

  find(key: string): StoredFile | undefined {
    const known = this.#files.get(key);
    return known && systemClock.now() - known.askedAt < KEPT_MS ? known : undefined;
  }

  /** An absence is asked for again: the file may be on its way. */
  keep(key: string, file: StoredFile | undefined): StoredFile | undefined {
    this.#files.delete(key);
    if (!file) return undefined;
    this.#files.set(key, { ...file, askedAt: systemClock.now() });
    const [oldest] = this.#files.keys();
    if (this.#files.size > MAX && oldest !== undefined) this.#files.delete(oldest);
    return file;
  }

  forget(key: string): void {
    this.#files.delete(key);
  }
}
