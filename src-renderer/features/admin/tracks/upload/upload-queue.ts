import type { StoredObject } from '#contract/calls/storage.ts';
import type { AudioCategory, AudioKind } from '#contract/constants/tracks/tracks.ts';
import { createListeners } from '#renderer/lib/listeners.ts';
import { AreaLocked, discardFile, type Sender, sendFile } from './send-file.ts';

export interface BatchChoices {
  readonly category: AudioCategory;
  readonly kind: AudioKind;
}

export interface Upload {
  readonly id: number;
  readonly file: File;
  readonly choices: BatchChoices;
  readonly sent: number;
  readonly state: 'waiting' | 'sending' | 'reconnecting' | 'paused' | 'done' | 'failed';
  readonly track?: UploadedTrack;
  /** Why it failed or was paused automatically. */
  readonly reason?: string;
}

export interface UploadedTrack {
  readonly id: number;
  readonly seconds: number;
  /** Published from the list of uploads. */
  readonly isPublished?: boolean;
}

export interface UploadTarget {
  /** Returns the current token's sender; the token may be renewed during an upload. */
  readonly backend: () => Sender;
  readonly isLocked: () => boolean;
  /** Finds the track of this recording, which `createTrack` may have created although its request failed. */
  findTrack(stored: StoredObject): Promise<UploadedTrack | null>;
  createTrack(file: File, stored: StoredObject, choices: BatchChoices): Promise<UploadedTrack>;
  deleteTrack(id: number): Promise<void>;
}

/**
 * The uploads of this window. All windows of the browser send one file at a time, because browsers allow six
 * connections per server, and each admin window keeps two for changes. They continue when another page is opened.
 */
export class UploadQueue {
  #list: readonly Upload[] = [];
  readonly #target: UploadTarget;
  #nextId = 1;
  #running: { readonly id: number; readonly controller: AbortController } | undefined;
  /** Files that are stored, but have no track yet. */
  readonly #stored = new Map<number, StoredObject>();
  readonly #listeners = createListeners();

  constructor(target: UploadTarget) {
    this.#target = target;
  }

  readonly subscribe = this.#listeners.add;

  readonly read = (): readonly Upload[] => this.#list;

  /** Resumes the uploads that were paused because the area locked. */
  resumeAll(): void {
    for (const upload of this.#list) {
      if (upload.state === 'paused' && upload.reason !== undefined) this.resume(upload);
    }
  }

  add(files: readonly File[], choices: BatchChoices): void {
    const uploads = files.map((file) => ({
      id: this.#nextId++,
      file,
      choices,
      sent: 0,
      state: 'waiting' as const,
    }));
    this.#set([...this.#list, ...uploads]);
    this.#startNext();
  }

  /** The server keeps received bytes for three days. */
  pause({ id }: Upload): void {
    this.#change(id, { state: 'paused' });
    this.#abort(id);
  }

  /** Also retries after a failure. */
  resume({ id }: Upload): void {
    this.#change(id, { state: 'waiting' });
    this.#startNext();
  }

  /** Removes the upload from the list, and its bytes from the server. */
  cancel({ id, file }: Upload): void {
    this.#set(this.#list.filter((upload) => upload.id !== id));
    this.#abort(id);
    void discardFile({ bucket: 'audio', file, backend: this.#target.backend });
  }

  markPublished({ id, track }: Upload): void {
    if (track) this.#change(id, { track: { ...track, isPublished: true } });
  }

  clear(): void {
    this.#set(this.#list.filter(({ state }) => state !== 'done' && state !== 'failed'));
  }

  #startNext(): void {
    const next = this.#list.find(({ state }) => state === 'waiting');
    if (!next || this.#running) return;
    const controller = new AbortController();
    this.#running = { id: next.id, controller };
    void this.#send(next, controller.signal);
  }

  #abort(id: number): void {
    if (this.#running?.id === id) this.#running.controller.abort();
  }

  async #send({ id, file, choices }: Upload, signal: AbortSignal): Promise<void> {
    try {
      const earlierStored = this.#stored.get(id);
      // A stored file does not wait for other uploads.
      if (earlierStored) this.#change(id, { state: 'sending' });
      const stored =
        earlierStored ?? (await withUploadLock(signal, () => this.#sendFile(id, file, signal)));
      this.#stored.set(id, stored);
      signal.throwIfAborted();
      // Without a response, an earlier attempt may have created the track.
      const existing = earlierStored ? await this.#target.findTrack(stored) : null;
      const track = existing ?? (await this.#target.createTrack(file, stored, choices));
      const isCancelled = this.#list.every((upload) => upload.id !== id);
      if (isCancelled) await this.#target.deleteTrack(track.id);
      else this.#change(id, { state: 'done', track });
    } catch (error) {
      if (!signal.aborted) {
        const reason = error instanceof Error ? error.message : String(error);
        const isLocked = error instanceof AreaLocked || this.#target.isLocked();
        this.#change(id, { state: isLocked ? 'paused' : 'failed', reason });
      }
    } finally {
      this.#running = undefined;
      this.#startNext();
    }
  }

  #sendFile(id: number, file: File, signal: AbortSignal): Promise<StoredObject> {
    this.#change(id, { state: 'sending' });
    return sendFile({
      bucket: 'audio',
      file,
      backend: this.#target.backend,
      signal,
      onProgress: (sent) => this.#change(id, { sent }),
      onWaiting: (isWaiting) => this.#change(id, { state: isWaiting ? 'reconnecting' : 'sending' }),
    });
  }

  /** A new state clears the previous reason. */
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
    const method = list.some(({ state }) => isUploading(state))
      ? 'addEventListener'
      : 'removeEventListener';
    window[method]('beforeunload', warnOfLeaving);
    this.#listeners.tell();
  }
}

/** Waits for the uploads of other windows. Without HTTPS a browser has no locks, and only this window's uploads wait. */
function withUploadLock<T>(signal: AbortSignal, send: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request('upload', { signal }, send) : send();
}

/** Shows the browser's own confirmation before leaving the page. */
const warnOfLeaving = (event: Event) => event.preventDefault();

export function isUploading(state: Upload['state']): boolean {
  return state === 'waiting' || state === 'sending' || state === 'reconnecting';
}
