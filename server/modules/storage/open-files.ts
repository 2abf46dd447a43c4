import { close, fstat, open } from 'node:fs';
import { promisify } from 'node:util';

const openFile = promisify(open);
const statFile = promisify(fstat);

export interface OpenFile {
  readonly fd: number;
  readonly bytes: number;
  readonly modifiedAt: Date;
}

interface Entry extends OpenFile {
  users: number;
  openedAt: number;
  isDropped: boolean;
}

/** Long enough to serve a crowd from one opening, short enough to see a file that was replaced. */
const KEPT_MS = 2000;
const MAX_OPEN = 128;

/**
 * Files stay open for a moment after use: opening and closing costs more than reading what the
 * kernel has in memory. A file is closed when it is old or crowded out, and nobody reads it.
 */
export class OpenFiles {
  readonly #entries = new Map<string, Entry>();

  /** Undefined when there is no such file; otherwise `release` must follow. */
  async acquire(path: string): Promise<OpenFile | undefined> {
    const known = this.#entries.get(path);
    if (known && performance.now() - known.openedAt < KEPT_MS) {
      known.users += 1;
      return known;
    }
    if (known) this.#drop(path, known);
    return this.#open(path);
  }

  release(file: OpenFile): void {
    // Only `acquire` makes these, and it makes entries.
    const entry = file as Entry;
    entry.users -= 1;
    if (entry.isDropped && entry.users === 0) closeQuietly(entry.fd);
  }

  async #open(path: string): Promise<OpenFile | undefined> {
    const fd = await openFile(path, 'r').catch(undefinedWhenAbsent);
    if (fd === undefined) return undefined;
    const stat = await statFile(fd);
    if (!stat.isFile()) {
      closeQuietly(fd);
      return undefined;
    }
    const entry: Entry = {
      fd,
      bytes: stat.size,
      modifiedAt: stat.mtime,
      users: 1,
      openedAt: performance.now(),
      isDropped: false,
    };
    const meanwhile = this.#entries.get(path);
    if (meanwhile) this.#drop(path, meanwhile);
    this.#entries.set(path, entry);
    this.#makeRoom();
    return entry;
  }

  #makeRoom(): void {
    for (const [path, entry] of this.#entries) {
      if (this.#entries.size <= MAX_OPEN) return;
      this.#drop(path, entry);
    }
  }

  #drop(path: string, entry: Entry): void {
    this.#entries.delete(path);
    entry.isDropped = true;
    if (entry.users === 0) closeQuietly(entry.fd);
  }
}

const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'EISDIR']);

function undefinedWhenAbsent(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && ABSENT.has(String(error.code))) return undefined;
  throw error;
}

function closeQuietly(fd: number): void {
  close(fd, () => undefined);
}
