import { type DetailedError, defaultOptions, type PreviousUpload, Upload } from 'tus-js-client';
import { RESUMABLE_LIFE_MS, resumableUploadSchema } from '#contract/calls/resumable-upload.ts';
import type { StoredObject } from '#contract/calls/storage.ts';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import type { AdminBackend } from '#renderer/features/admin/admin-session.ts';

export type Sender = Pick<AdminBackend, 'fetch' | 'headers' | 'lock'>;

export interface SendOptions {
  readonly bucket: 'audio' | 'images';
  readonly file: File;
  /** Read on every call: the area may have been unlocked again meanwhile. */
  readonly backend: () => Sender;
  /** Bytes sent; all of them while the server checks the file. */
  readonly onProgress?: (bytes: number) => void;
  /** True while offline, until the upload retries automatically. */
  readonly onWaiting?: (isWaiting: boolean) => void;
  /** Aborts the upload; received bytes stay on the server. */
  readonly signal?: AbortSignal;
}

/** The chunk size of Supabase's clients; a chunk must fit the request timeout of five minutes. */
const CHUNK_BYTES = 6 * 1024 * 1024;
/** About five minutes in all; resets with each chunk that arrives. */
const RETRY_DELAYS = [500, 1000, 2000, 4000, 8000, 16_000, ...Array(8).fill(30_000)];
/** A connection without progress for this long counts as lost. */
const SILENCE_MS = 60_000;

/** The admin area was locked during the upload, which can be resumed. */
export class Locked extends Error {}

/**
 * Uploads a file with tus and resumes automatically, also when the same file is chosen again after
 * the browser was closed. Throws with the server's message when the file is refused.
 */
export async function sendFile(options: SendOptions): Promise<StoredObject> {
  const { file, backend } = options;
  if (file.size === 0) throw new Error(`${file.name} is empty: there is nothing in it to send.`);
  const upload = createUpload(options);
  const [before] = await upload.findPreviousUploads();
  if (before) upload.resumeFromPreviousUpload(before);
  await run(upload, options);
  const { url } = upload;
  if (url === null) throw new Error('The server did not say where the file went.');
  const answer = await backend().fetch(url);
  if (!answer.ok) throw toError(answer.status, await answer.text());
  const { stored } = resumableUploadSchema.parse(await answer.json());
  if (!stored) throw new Error('The upload is incomplete. Try again.');
  await forget(upload);
  void remove(url, backend());
  return stored;
}

/** Deletes the received bytes from the server; if that fails, they expire there. */
export async function discardFile(options: Pick<SendOptions, 'bucket' | 'file' | 'backend'>) {
  await discardUnfinished(await createUpload(options).findPreviousUploads(), options.backend());
}

/** Unfinished uploads of this browser that the server still has. */
export async function findUnfinished(): Promise<readonly PreviousUpload[]> {
  const all = await defaultOptions.urlStorage.findAllUploads();
  const isResumable = ({ creationTime }: PreviousUpload) =>
    Date.parse(creationTime) > Date.now() - RESUMABLE_LIFE_MS;
  for (const { urlStorageKey } of all.filter((upload) => !isResumable(upload))) {
    await defaultOptions.urlStorage.removeUpload(urlStorageKey);
  }
  return all.filter(isResumable);
}

export async function discardUnfinished(
  uploads: readonly PreviousUpload[],
  sender: Sender,
): Promise<void> {
  for (const { uploadUrl, urlStorageKey } of uploads) {
    await defaultOptions.urlStorage.removeUpload(urlStorageKey);
    if (uploadUrl !== null) await remove(uploadUrl, sender);
  }
}

function createUpload({ file, bucket, backend }: Pick<SendOptions, 'bucket' | 'file' | 'backend'>) {
  return new Upload(file, {
    endpoint: API_PATHS.resumableUpload,
    chunkSize: CHUNK_BYTES,
    retryDelays: RETRY_DELAYS,
    // Storage is content-addressed, so names may repeat.
    metadata: { bucketName: bucket, objectName: file.name, contentAddressed: 'true' },
    onBeforeRequest(request) {
      for (const [name, value] of Object.entries(backend().headers)) request.setHeader(name, value);
    },
  });
}

/** Resolves when the last byte has arrived and the file was accepted. */
function run(
  upload: Upload,
  { backend, onProgress, onWaiting, signal }: SendOptions,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let newsAt = Date.now();
    const restart = () => {
      newsAt = Date.now();
      void upload.abort().then(() => signal?.aborted || upload.start());
    };
    const watch = setInterval(() => {
      if (Date.now() - newsAt > SILENCE_MS && navigator.onLine) restart();
    }, 5_000);
    const handleOffline = () => {
      onWaiting?.(true);
      void upload.abort();
    };
    const handleAbort = () => {
      void upload.abort();
      settle(() => reject(signal?.reason));
    };
    const settle = (end: () => void) => {
      clearInterval(watch);
      window.removeEventListener('offline', handleOffline);
      window.removeEventListener('online', restart);
      signal?.removeEventListener('abort', handleAbort);
      end();
    };
    window.addEventListener('offline', handleOffline);
    window.addEventListener('online', restart);
    signal?.addEventListener('abort', handleAbort);
    Object.assign(upload.options, {
      onProgress(bytes: number) {
        newsAt = Date.now();
        onWaiting?.(false);
        onProgress?.(bytes);
      },
      onShouldRetry(error: DetailedError) {
        const status = error.originalResponse?.getStatus() ?? 0;
        const isWorthwhile = status === 0 || status === 409 || status === 423 || status >= 500;
        const willRetry = isWorthwhile && status !== 507;
        if (willRetry) onWaiting?.(true);
        return willRetry;
      },
      onSuccess: () => settle(resolve),
      onError(error: Error | DetailedError) {
        const answer = 'originalResponse' in error ? error.originalResponse : null;
        const known = answer
          ? toError(answer.getStatus(), answer.getBody())
          : new Error('The connection did not come back. Resume continues where it stopped.');
        if (known instanceof Locked) backend().lock();
        // The server has deleted a refused file.
        const isRefused = (answer?.getStatus() ?? 0) >= 400 && !(known instanceof Locked);
        const forgotten = isRefused ? forget(upload) : Promise.resolve();
        void forgotten.then(() => settle(() => reject(known)));
      },
    });
    if (signal?.aborted) handleAbort();
    else upload.start();
  });
}

async function forget(upload: Upload): Promise<void> {
  for (const { urlStorageKey } of await upload.findPreviousUploads()) {
    await defaultOptions.urlStorage.removeUpload(urlStorageKey);
  }
}

async function remove(url: string, { fetch }: Sender): Promise<void> {
  const headers = { 'Tus-Resumable': '1.0.0' };
  await fetch(url, { method: 'DELETE', headers }).catch(() => undefined);
}

export function toError(status: number, body: string): Error {
  if (status === 401) return new Locked('The admin area was locked. Unlock it to continue.');
  try {
    return new Error(JSON.parse(body).message);
  } catch {
    return new Error(`The server answered ${status}.`);
  }
}
