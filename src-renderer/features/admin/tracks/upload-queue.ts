import type { StoredObject } from '#contract/calls/storage.ts';
import { discardFile, Locked, sendFile } from './send-file.ts';

export interface Upload {
  readonly id: number;
  readonly file: File;
  /** Bytes that have arrived. */
  readonly sent: number;
  readonly state: 'waiting' | 'sending' | 'reconnecting' | 'paused' | 'done' | 'failed';
  /** The track it has become, and how long it is. */
  readonly track?: UploadedTrack;
  /** Why it failed, or why it was paused without being asked. */
  readonly reason?: string;
}

export interface UploadedTrack {
  readonly id: number;
  readonly seconds: number;
}

/** What the queue needs of the unlocked admin area. */
export interface UploadTarget {
  readonly fetch: typeof fetch;
  /** Makes the stored recording a track. */
  createTrack(file: File, stored: StoredObject): Promise<UploadedTrack>;
}

/** More would only share the same line. */
const AT_ONCE = 2;

/** Recordings on their way, whatever page is shown; it is told anew when the area is unlocked again. */
export class UploadQueue {
  #list: readonly Upload[] = [];
  #target: UploadTarget | undefined;
  #nextId = 1;
  readonly #running = new Map<number, AbortController>();
  /** Stored, and not a track yet. */
  readonly #stored = new Map<number, StoredObject>();
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly read = (): readonly Upload[] => this.#list;

  connect(target: UploadTarget): void {
    this.#target = target;
    for (const upload of this.#list) {
      if (upload.state === 'paused' && upload.reason !== undefined) this.resume(upload);
    }
  }

  add(files: readonly File[]): void {
    const uploads = files.map((file) => ({
      id: this.#nextId++,
      file,
      sent: 0,
      state: 'waiting' as const,
    }));
    this.#set([...this.#list, ...uploads]);
    this.#startNext();
  }

  /** What has arrived stays on the server for a day. */
  pause({ id }: Upload): void {
    this.#change(id, { state: 'paused' });
    this.#running.get(id)?.abort();
  }

  /** Also after a failure. */
  resume({ id }: Upload): void {
    this.#change(id, { state: 'waiting' });
    this.#startNext();
  }

  /** Off the list and off the server. */
  cancel({ id, file }: Upload): void {
    this.#set(this.#list.filter((upload) => upload.id !== id));
    this.#running.get(id)?.abort();
    if (this.#target) void discardFile({ file, fetch: this.#target.fetch });
  }

  clear(): void {
    this.#set(this.#list.filter(({ state }) => state !== 'done' && state !== 'failed'));
  }

  #startNext(): void {
    const target = this.#target;
    const next = this.#list.find(({ id, state }) => state === 'waiting' && !this.#running.has(id));
    if (!target || !next || this.#running.size >= AT_ONCE) return;
    void this.#send(next, target);
    this.#startNext();
  }

  async #send({ id, file }: Upload, target: UploadTarget): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    this.#running.set(id, controller);
    this.#change(id, { state: 'sending' });
    try {
      const stored = this.#stored.get(id) ?? (await this.#sendFile(id, file, target, signal));
      this.#stored.set(id, stored);
      this.#change(id, { state: 'done', track: await target.createTrack(file, stored) });
    } catch (error) {
      if (!signal.aborted) {
        const reason = error instanceof Error ? error.message : String(error);
        this.#change(id, { state: error instanceof Locked ? 'paused' : 'failed', reason });
      }
    } finally {
      this.#running.delete(id);
      this.#startNext();
    }
  }

  #sendFile(
    id: number,
    file: File,
    target: UploadTarget,
    signal: AbortSignal,
  ): Promise<StoredObject> {
    return sendFile({
      bucket: 'audio',
      file,
      // The one that counts when it is called: the area may have been unlocked anew in the meantime.
      fetch: (input, init) => (this.#target ?? target).fetch(input, init),
      signal,
      onProgress: (sent) => this.#change(id, { sent }),
      onWaiting: (isWaiting) => this.#change(id, { state: isWaiting ? 'reconnecting' : 'sending' }),
    });
  }

  /** A new state ends the reason of the last one. */
  #change(id: number, part: Partial<Upload>): void {
    this.#set(
      this.#list.map((upload) => {
        if (upload.id !== id) return upload;
        const { reason, ...rest } = upload;
        return { ...rest, ...(part.state || reason === undefined ? {} : { reason }), ...part };
      }),
    );
  }

  #set(list: readonly Upload[]): void {
    this.#list = list;
    const method = list.some(({ state }) => isOnItsWay(state))
      ? 'addEventListener'
      : 'removeEventListener';
    window[method]('beforeunload', warnOfLeaving);
    for (const listener of this.#listeners) listener();
  }
}

/** The browser asks in its own words whether the page is really to be left. */
const warnOfLeaving = (event: Event) => event.preventDefault();

export function isOnItsWay(state: Upload['state']): boolean {
  return state === 'waiting' || state === 'sending' || state === 'reconnecting';
}
