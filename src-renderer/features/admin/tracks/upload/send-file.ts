import { type DetailedError, defaultOptions, type PreviousUpload, Upload } from 'tus-js-client';
import { RESUMABLE_LIFE_MS, resumableUploadSchema } from '#contract/calls/resumable-upload.ts';
import type { StoredObject } from '#contract/calls/storage.ts';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import type { AdminBackend } from '#renderer/features/admin/admin-session.ts';

export type Sender = Pick<AdminBackend, 'fetch' | 'headers' | 'lock'>;

export interface SendOptions {
  readonly bucket: 'audio' | 'images';
  readonly file: File;
  /** Called before each request, because the token changes when the area is unlocked again. */
  readonly backend: () => Sender;
  /** Gets the bytes sent so far. */
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
const STALL_MS = 60_000;

/** The area was locked during the upload, which can be resumed later. */
export class AreaLocked extends Error {}

/**
 * Uploads a file with tus and resumes automatically, even when the same file is chosen again after the browser was
 * closed. Throws the server's message when it rejects the file.
 */
export async function sendFile(options: SendOptions): Promise<StoredObject> {
  const { file, backend } = options;
  if (file.size === 0) throw new Error(`${file.name} is empty: choose another file.`);
  const upload = createUpload(options);
  const [previous] = await upload.findPreviousUploads();
  if (previous) upload.resumeFromPreviousUpload(previous);
  await run(upload, options);
  const { url } = upload;
  if (url === null) throw new Error('The server returned no address for the upload.');
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

/** Unfinished uploads of this browser that have not expired on the server. */
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

/** Resolves when the server has received and accepted the whole file. */
function run(
  upload: Upload,
  { backend, onProgress, onWaiting, signal }: SendOptions,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let lastProgressAt = Date.now();
    const restart = () => {
      lastProgressAt = Date.now();
      void upload.abort().then(() => signal?.aborted || upload.start());
    };
    const watch = setInterval(() => {
      if (Date.now() - lastProgressAt > STALL_MS && navigator.onLine) restart();
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
        lastProgressAt = Date.now();
        onWaiting?.(false);
        onProgress?.(bytes);
      },
      onShouldRetry(error: DetailedError) {
        const status = error.originalResponse?.getStatus() ?? 0;
        const isRetryable = status === 0 || status === 409 || status === 423 || status >= 500;
        const willRetry = isRetryable && status !== 507;
        if (willRetry) onWaiting?.(true);
        return willRetry;
      },
      onSuccess: () => settle(resolve),
      onError(error: Error | DetailedError) {
        const answer = 'originalResponse' in error ? error.originalResponse : null;
        const reason = answer
          ? toError(answer.getStatus(), answer.getBody())
          : new Error('The connection was lost. Try again to continue where it stopped.');
        if (reason instanceof AreaLocked) backend().lock();
        // The server deletes a file that it rejects, so there is nothing to resume. It keeps one that has no room (507).
        const status = answer?.getStatus() ?? 0;
        const isRejected = status >= 400 && status < 500 && !(reason instanceof AreaLocked);
        const cleanup = isRejected ? forget(upload) : Promise.resolve();
        void cleanup.then(() => settle(() => reject(reason)));
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
  if (status === 401) return new AreaLocked('The admin area was locked. Unlock it to continue.');
  try {
    return new Error(JSON.parse(body).message);
  } catch {
    return new Error(`The server answered ${status}.`);
  }
}
