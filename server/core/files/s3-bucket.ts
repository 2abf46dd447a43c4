import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ListObjectsV2CommandInput, S3, S3ClientConfig } from '@aws-sdk/client-s3';
import { STORAGE_ERROR } from '#contract/constants/error-codes.ts';
import { AppError } from '#server/core/errors.ts';
import type { StoredFile } from './file-store.ts';
import type { S3Location } from './s3-location.ts';

const CONNECT_TIMEOUT_MS = 3_000;
/** Timeout until the response begins. */
const RESPONSE_TIMEOUT_MS = 15_000;
/** Attempts per request, with backoff after a 503 or a broken connection. */
const TRIES = 4;
/** At the limit, a listener waits for the end of one chunk, not of a whole recording. */
const MAX_CONNECTIONS = 128;
/** Larger files are uploaded in parts of this size, each retried separately. */
export const PART_BYTES = 8 * 1024 * 1024;

/** Chunk read completely into memory before its first byte is sent. */
const CHUNK_BYTES = 512 * 1024;
/** A slower chunk is requested again, because playback would stall. */
const CHUNK_MS = 20_000;
/** Own retries, because those of the SDK end when the response begins. */
const CHUNK_TRIES = 3;
const RETRY_WAIT_MS = 200;

const NOT_FOUND = ['NoSuchKey', 'NotFound', 'NoSuchUpload'];

/** The store is unreachable: stored files are safe, and uploads can be retried. */
export const createStoreDownError = (cause: unknown) =>
  new AppError({
    status: 503,
    code: STORAGE_ERROR.storeAway,
    publicMessage: 'The store of the recordings cannot be reached at the moment. Please try again.',
    headers: { 'Retry-After': '5' },
    cause,
  });

/** Response headers stored with an object. */
interface ObjectHeaders {
  ContentType: string;
  CacheControl?: string;
}

/**
 * Reads and writes objects by their full key. The SDK reads credentials from the usual environment variables. It is
 * loaded on first use, so that servers with local storage never load it.
 */
export class S3Bucket {
  readonly #location: S3Location;
  readonly #Bucket: string;
  #client: Promise<S3> | undefined;

  constructor(location: S3Location) {
    this.#location = location;
    this.#Bucket = location.bucket;
  }

  async find(Key: string): Promise<StoredFile | undefined> {
    const object = { Bucket: this.#Bucket, Key };
    const found = await this.#send(`looking for ${Key}`, (s3) => s3.headObject(object));
    return (
      found && { bytes: found.ContentLength ?? 0, modifiedAt: found.LastModified ?? new Date(0) }
    );
  }

  /** Names are relative to the prefix. */
  async list(Prefix: string): Promise<(StoredFile & { name: string })[]> {
    const files: (StoredFile & { name: string })[] = [];
    const where: ListObjectsV2CommandInput = { Bucket: this.#Bucket, Prefix };
    do {
      const page = await this.#sendOrThrow(`listing ${Prefix}`, (s3) => s3.listObjectsV2(where));
      for (const { Key = '', Size = 0, LastModified = new Date(0) } of page.Contents ?? []) {
        const name = Key.slice(Prefix.length);
        if (name) files.push({ name, bytes: Size, modifiedAt: LastModified });
      }
      where.ContinuationToken = page.NextContinuationToken;
    } while (where.ContinuationToken !== undefined);
    return files;
  }

  /** Bytes `start` to `end` (inclusive); undefined if the object does not exist. */
  async read(Key: string, start: number, end: number): Promise<Readable | undefined> {
    if (end < start) return Readable.from([]);
    // Reads the first chunk before headers are sent; a later error can only abort the response.
    const first = await this.#readChunk(Key, start, end);
    return first && Readable.from(this.#readRest(Key, first, start, end), { objectMode: false });
  }

  readText(Key: string): Promise<string | undefined> {
    return this.#send(`reading ${Key}`, async (s3) => {
      const { Body } = await s3.getObject({ Bucket: this.#Bucket, Key });
      return Body?.transformToString();
    });
  }

  /** Stores a local file; it appears atomically. A failed upload leaves no parts. */
  async putFile(Key: string, path: string, headers: ObjectHeaders): Promise<void> {
    const params = { Bucket: this.#Bucket, Key, ...headers, Body: createReadStream(path) };
    const { Upload } = await import('@aws-sdk/lib-storage');
    await this.#sendOrThrow(`storing ${Key}`, (client) =>
      new Upload({ client, params, partSize: PART_BYTES, queueSize: 1 }).done(),
    );
  }

  async putText(Key: string, text: string): Promise<void> {
    const object = { Bucket: this.#Bucket, Key, Body: Buffer.from(text) };
    await this.#sendOrThrow(`writing ${Key}`, (s3) => s3.putObject(object));
  }

  async remove(Key: string): Promise<void> {
    const object = { Bucket: this.#Bucket, Key };
    await this.#send(`removing ${Key}`, (s3) => s3.deleteObject(object));
  }

  /** Unfinished multipart uploads. */
  async listUploads(Prefix: string) {
    const Bucket = this.#Bucket;
    const page = await this.#sendOrThrow(`listing the pending uploads of ${Bucket}`, (s3) =>
      s3.listMultipartUploads({ Bucket, Prefix }),
    );
    return page.Uploads ?? [];
  }

  async abortUpload(Key: string, UploadId: string | undefined): Promise<void> {
    const upload = { Bucket: this.#Bucket, Key, UploadId };
    await this.#send(`aborting the upload of ${Key}`, (s3) => s3.abortMultipartUpload(upload));
  }

  /** Reads at most one chunk of the range. */
  #readChunk(Key: string, start: number, end: number): Promise<Buffer | undefined> {
    const last = Math.min(end, start + CHUNK_BYTES - 1);
    const range = { Bucket: this.#Bucket, Key, Range: `bytes=${start}-${last}` };
    return this.#send(`reading ${Key}`, async (s3) => {
      for (let tries = 1; ; tries += 1) {
        const { Body } = await s3.getObject(range, { abortSignal: AbortSignal.timeout(CHUNK_MS) });
        try {
          return await collect(Body, last - start + 1);
        } catch (error) {
          if (tries === CHUNK_TRIES)
            throw new Error(`connection lost ${tries} times: ${describeS3Error(error)}`);
          await sleep(RETRY_WAIT_MS * tries);
        }
      }
    });
  }

  /** Reads chunk by chunk, so that a paused listener holds no connection and a broken one is retried. */
  async *#readRest(Key: string, first: Buffer, start: number, end: number) {
    yield first;
    for (let position = start + first.length; position <= end; position += CHUNK_BYTES) {
      const chunk = await this.#readChunk(Key, position, end);
      if (!chunk) throw createStoreDownError(new Error(`${Key} was removed while it was read`));
      yield chunk;
    }
  }

  /** Sends a request; undefined if the object does not exist. */
  async #send<T>(what: string, request: (s3: S3) => Promise<T>): Promise<T | undefined> {
    try {
      this.#client ??= connect(this.#location);
      return await request(await this.#client);
    } catch (error) {
      if (error instanceof Error && NOT_FOUND.includes(error.name)) return undefined;
      throw createStoreDownError(new Error(`${what}: ${describeS3Error(error)}`));
    }
  }

  /** Like `#send`, but a missing object is an error. */
  async #sendOrThrow<T>(what: string, request: (s3: S3) => Promise<T>): Promise<T> {
    const answer = await this.#send(what, request);
    if (answer === undefined) throw createStoreDownError(new Error(`${what}: not found`));
    return answer;
  }
}

async function connect(location: S3Location): Promise<S3> {
  const sdk = await import('@aws-sdk/client-s3');
  return new sdk.S3(clientSettings(location));
}

/** Settings shared by all S3 clients. */
export function clientSettings(location: S3Location): S3ClientConfig {
  return {
    forcePathStyle: location.isPathStyle,
    maxAttempts: TRIES,
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: RESPONSE_TIMEOUT_MS,
      throwOnRequestTimeout: true,
      httpAgent: { maxSockets: MAX_CONNECTIONS },
      httpsAgent: { maxSockets: MAX_CONNECTIONS },
    },
    ...(location.endpoint === undefined ? {} : { endpoint: location.endpoint }),
    ...(location.region === undefined ? {} : { region: location.region }),
  };
}

async function collect(body: unknown, bytes: number): Promise<Buffer> {
  const chunk = body instanceof Readable ? await buffer(body) : Buffer.alloc(0);
  if (chunk.length !== bytes) throw new Error(`received ${chunk.length} of ${bytes} bytes`);
  return chunk;
}

/** Text for the log, without the rest of the SDK's error, which contains the key's id and signed data. */
function describeS3Error(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const metadata = '$metadata' in error ? Object(error.$metadata) : {};
  const status = metadata.httpStatusCode === undefined ? '' : ` (HTTP ${metadata.httpStatusCode})`;
  // A refused connection is an AggregateError without a message.
  const reason = error.message || ('code' in error ? String(error.code) : 'no answer');
  return `${error.name}: ${reason}${status}`;
}
