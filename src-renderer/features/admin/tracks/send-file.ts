import {
  resumableUploadSchema,
  TUS_BODY_TYPE,
  TUS_VERSION,
} from '#contract/calls/resumable-upload.ts';
import type { Bucket, StoredObject } from '#contract/calls/storage.ts';
import { STORAGE_ERROR } from '#contract/words/error-codes.ts';
import { API_PATHS } from '#contract/words/paths.ts';
import { anySignal } from '#renderer/lib/any-signal.ts';

export interface SendOptions {
  readonly bucket: Bucket;
  readonly file: File;
  /** With the admin's bearer. */
  readonly fetch: typeof fetch;
  /** Bytes that have arrived; all of them while the server looks at the whole file. */
  readonly onProgress?: (bytes: number) => void;
  /** True while there is no connection and it is tried again by itself. */
  readonly onWaiting?: (isWaiting: boolean) => void;
  /** Stops the sending; what has arrived waits on the server. */
  readonly signal?: AbortSignal;
}

/** A part should take about this long: progress is seen to move, and little is sent twice. */
const PART_MS = 3_000;
const PART_BYTES = { first: 256 * 1024, least: 256 * 1024, most: 8 * 1024 * 1024 };
/** A line that has been silent for so long is taken for lost. */
const SILENCE_MS = 60_000;
/** Tries without one byte of progress: 1, 2, 4 … 30 s, about five minutes in all. */
const MAX_TRIES = 12;
const LONGEST_PAUSE_MS = 30_000;

/** No connection, or a server that is just starting: worth another try. */
class LostLine extends Error {}
/** The server knows nothing of the upload any more. */
class Gone extends Error {}
/** The admin area was locked in the middle; nothing is lost. */
export class Locked extends Error {}

/**
 * Sends a file in parts (tus 1.0) and goes on by itself after a lost line, also when the same file is
 * chosen again after a reload. Throws with the server's sentence when the file is refused.
 */
export async function sendFile(options: SendOptions): Promise<StoredObject> {
  const { file, signal, onProgress, onWaiting } = options;
  if (file.size === 0) throw new Error(`${file.name} is empty: there is nothing in it to send.`);
  let failures = 0;
  for (;;) {
    try {
      const stored = await sendRest(options, (bytes) => {
        failures = 0;
        onWaiting?.(false);
        onProgress?.(bytes);
      });
      forget(file);
      return stored;
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof Gone && recall(file)) forget(file);
      else if (!(error instanceof LostLine)) throw error;
      failures += 1;
      if (failures > MAX_TRIES) {
        throw new Error('The connection did not come back. Resume goes on where it was.');
      }
      onWaiting?.(true);
      await pause(Math.min(1000 * 2 ** (failures - 1), LONGEST_PAUSE_MS), signal);
    }
  }
}

/** Takes what has arrived off the server; when that fails, the server does it by itself within a day. */
export async function discardFile({ file, fetch }: Pick<SendOptions, 'file' | 'fetch'>) {
  const address = recall(file);
  forget(file);
  if (address !== null) await tus(fetch, 'DELETE', address).catch(() => undefined);
}

async function sendRest(
  options: SendOptions,
  onBytes: (bytes: number) => void,
): Promise<StoredObject> {
  const { file, fetch, signal } = options;
  const address = recall(file) ?? (await begin(options));
  let offset = offsetOf(await tus(fetch, 'HEAD', address, { signal }));
  onBytes(offset);
  let size = PART_BYTES.first;
  while (offset < file.size) {
    const startedAt = performance.now();
    const body = file.slice(offset, offset + size);
    offset = offsetOf(await append(options, address, offset, body));
    size = nextSize(size, performance.now() - startedAt);
    onBytes(offset);
  }
  const stored = await findStored(options, address);
  await tus(fetch, 'DELETE', address).catch(() => undefined);
  return stored;
}

async function begin({ bucket, file, fetch, signal }: SendOptions): Promise<string> {
  const metadata = `bucketName ${encode(bucket)},objectName ${encode(file.name)}`;
  const answer = await tus(fetch, 'POST', API_PATHS.resumableUpload, {
    signal,
    headers: { 'Upload-Length': String(file.size), 'Upload-Metadata': metadata },
  });
  const address = answer.headers.get('Location');
  if (address === null) throw new Error('The server did not say where to send the file.');
  remember(file, address);
  return address;
}

const append = (
  { fetch, signal }: SendOptions,
  address: string,
  offset: number,
  body: Blob,
): Promise<Response> =>
  tus(fetch, 'PATCH', address, {
    signal,
    body,
    headers: { 'Content-Type': TUS_BODY_TYPE, 'Upload-Offset': String(offset) },
  });

async function findStored(options: SendOptions, address: string): Promise<StoredObject> {
  const ask = async () => {
    const answer = await tus(options.fetch, 'GET', address, { signal: options.signal });
    return resumableUploadSchema.parse(await answer.json()).stored;
  };
  const stored = await ask();
  if (stored) return stored;
  // The server died while it looked at the file; nothing more to send, and it looks again.
  await append(options, address, options.file.size, new Blob());
  const second = await ask();
  if (!second) throw new LostLine('not looked at yet');
  return second;
}

interface Call {
  headers?: Record<string, string>;
  body?: Blob;
  signal?: AbortSignal | undefined;
}

async function tus(
  fetchAsAdmin: typeof fetch,
  method: string,
  address: string,
  { headers = {}, body, signal }: Call = {},
): Promise<Response> {
  const silence = AbortSignal.timeout(SILENCE_MS);
  const offline = signalWhenOffline();
  const answer = await fetchAsAdmin(address, {
    method,
    headers: { ...headers, 'Tus-Resumable': TUS_VERSION },
    ...(body ? { body } : {}),
    signal: anySignal([silence, offline.signal, signal]),
  })
    .catch((cause: unknown) => {
      throw new LostLine('no answer', { cause });
    })
    .finally(offline.forget);
  if (!answer.ok) throw await readRefusal(answer);
  return answer;
}

interface Refusal {
  readonly code?: unknown;
  readonly message?: unknown;
}

/** What another try can mend is told from what only a person can. */
async function readRefusal(answer: Response): Promise<Error> {
  const { status } = answer;
  const body: unknown = await answer.json().catch(() => undefined);
  const { code, message = `The server answered ${status}.` }: Refusal = { ...Object(body) };
  if (status === 401) return new Locked('The admin area was locked. Unlock it to go on.');
  if (status === 404 || status === 410) return new Gone(String(message));
  const isFull = code === STORAGE_ERROR.diskFull;
  const isPassing = status === 408 || status === 409 || status === 423 || status >= 500;
  return isPassing && !isFull ? new LostLine(String(message)) : new Error(String(message));
}

function offsetOf(answer: Response): number {
  return Number(answer.headers.get('Upload-Offset'));
}

function nextSize(size: number, tookMs: number): number {
  const wanted = size * Math.min(4, PART_MS / Math.max(1, tookMs));
  return Math.round(Math.min(PART_BYTES.most, Math.max(PART_BYTES.least, wanted)));
}

/** The browser knows at once what a request finds out after minutes. */
function signalWhenOffline(): { signal: AbortSignal; forget: () => void } {
  const controller = new AbortController();
  const abort = () => controller.abort();
  window.addEventListener('offline', abort);
  return {
    signal: controller.signal,
    forget: () => window.removeEventListener('offline', abort),
  };
}

/** Ends early when the connection is back. */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      window.removeEventListener('online', goOn);
      signal?.removeEventListener('abort', giveUp);
      settle();
    };
    const goOn = () => finish(resolve);
    const giveUp = () => finish(() => reject(signal?.reason));
    const timer = setTimeout(goOn, ms);
    window.addEventListener('online', goOn);
    signal?.addEventListener('abort', giveUp);
  });
}

/** Survives a reload, not the tab: whoever chooses the same file again goes on where it was. */
const keyOf = ({ name, size, lastModified }: File) => `upload:${name}:${size}:${lastModified}`;
// A browser may refuse its storage; then an upload goes on only while its page is open.
const recall = (file: File) => unlessRefused(() => sessionStorage.getItem(keyOf(file)));
const remember = (file: File, address: string) =>
  unlessRefused(() => sessionStorage.setItem(keyOf(file), address));
const forget = (file: File) => unlessRefused(() => sessionStorage.removeItem(keyOf(file)));

function unlessRefused<T>(use: () => T): T | null {
  try {
    return use();
  } catch {
    return null;
  }
}

/** As the protocol has it: the letters of any script, in base64. */
const encode = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
