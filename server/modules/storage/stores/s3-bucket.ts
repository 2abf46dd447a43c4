import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ListObjectsV2CommandInput, S3, S3ClientConfig } from '@aws-sdk/client-s3';
import type { StoredFile } from '#server/core/files/file-store.ts';
import type { S3Location } from '#server/core/files/s3-location.ts';
import { createStoreAwayError } from '../storage.errors.ts';

const CONNECT_MS = 3_000;
/** Timeout until the response begins. */
const ANSWER_MS = 15_000;
/** Attempts per request, with backoff after a 503 or a broken connection. */
const TRIES = 4;
/** Maximum connections. Further listeners wait for one chunk, not for a whole recording. */
const CONNECTIONS = 128;
/** Larger files are uploaded in parts of this size, each retried separately. */
export const PART = 8 * 1024 * 1024;

/** Chunk read completely into memory before its first byte is sent. */
const PIECE = 512 * 1024;
/** A slower chunk is requested again: playback would stall. */
const PIECE_MS = 20_000;
/** In addition to the SDK's retries, which end when the response begins. */
const PIECE_TRIES = 3;
const WAIT_MS = 200;

const ABSENT = ['NoSuchKey', 'NotFound', 'NoSuchUpload'];

/** Response headers stored with an object. */
interface ObjectHeaders {
  ContentType: string;
  CacheControl?: string;
}

/**
 * Objects by their full key. The SDK reads credentials from the usual environment variables. It is loaded on
 * first use, so that servers with local storage never load it.
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
    const found = await this.#ask(`looking for ${Key}`, (s3) => s3.headObject(object));
    return (
      found && { bytes: found.ContentLength ?? 0, modifiedAt: found.LastModified ?? new Date(0) }
    );
  }

  /** Names are relative to the prefix. */
  async list(Prefix: string): Promise<(StoredFile & { name: string })[]> {
    const files: (StoredFile & { name: string })[] = [];
    const where: ListObjectsV2CommandInput = { Bucket: this.#Bucket, Prefix };
    do {
      const page = await this.#demand(`listing ${Prefix}`, (s3) => s3.listObjectsV2(where));
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
    const first = await this.#readPiece(Key, start, end);
    return first && Readable.from(this.#readOn(Key, first, start, end), { objectMode: false });
  }

  readText(Key: string): Promise<string | undefined> {
    return this.#ask(`reading ${Key}`, async (s3) => {
      const { Body } = await s3.getObject({ Bucket: this.#Bucket, Key });
      return Body?.transformToString();
    });
  }

  /** Stores a local file; it appears atomically. A failed upload leaves no parts. */
  async putFile(Key: string, path: string, headers: ObjectHeaders): Promise<void> {
    const params = { Bucket: this.#Bucket, Key, ...headers, Body: createReadStream(path) };
    const { Upload } = await import('@aws-sdk/lib-storage');
    await this.#demand(`storing ${Key}`, (client) =>
      new Upload({ client, params, partSize: PART, queueSize: 1 }).done(),
    );
  }

  async putText(Key: string, text: string): Promise<void> {
    const object = { Bucket: this.#Bucket, Key, Body: Buffer.from(text) };
    await this.#demand(`writing ${Key}`, (s3) => s3.putObject(object));
  }

  async remove(Key: string): Promise<void> {
    const object = { Bucket: this.#Bucket, Key };
    await this.#ask(`removing ${Key}`, (s3) => s3.deleteObject(object));
  }

  /** Unfinished uploads in parts. */
  async listUploads(Prefix: string) {
    const Bucket = this.#Bucket;
    const page = await this.#demand(`listing the pending uploads of ${Bucket}`, (s3) =>
      s3.listMultipartUploads({ Bucket, Prefix }),
    );
    return page.Uploads ?? [];
  }

  async abortUpload(Key: string, UploadId: string | undefined): Promise<void> {
    const upload = { Bucket: this.#Bucket, Key, UploadId };
    await this.#ask(`giving up ${Key}`, (s3) => s3.abortMultipartUpload(upload));
  }

  /** At most one chunk of the range. */
  #readPiece(Key: string, start: number, end: number): Promise<Buffer | undefined> {
    const last = Math.min(end, start + PIECE - 1);
    const range = { Bucket: this.#Bucket, Key, Range: `bytes=${start}-${last}` };
    return this.#ask(`reading ${Key}`, async (s3) => {
      for (let tries = 1; ; tries += 1) {
        const { Body } = await s3.getObject(range, { abortSignal: AbortSignal.timeout(PIECE_MS) });
        try {
          return await collect(Body, last - start + 1);
        } catch (error) {
          if (tries === PIECE_TRIES)
            throw new Error(`broken off ${tries} times, ${describeS3Error(error)}`);
          await sleep(WAIT_MS * tries);
        }
      }
    });
  }

  /** Chunk by chunk, so that a paused listener holds no connection and a broken one is retried. */
  async *#readOn(Key: string, first: Buffer, start: number, end: number) {
    yield first;
    for (let position = start + first.length; position <= end; position += PIECE) {
      const piece = await this.#readPiece(Key, position, end);
      if (!piece) throw createStoreAwayError(new Error(`${Key} was removed while it was read`));
      yield piece;
    }
  }

  /** Undefined if the object does not exist. */
  async #ask<T>(what: string, question: (s3: S3) => Promise<T>): Promise<T | undefined> {
    try {
      this.#client ??= connect(this.#location);
      return await question(await this.#client);
    } catch (error) {
      if (error instanceof Error && ABSENT.includes(error.name)) return undefined;
      throw createStoreAwayError(new Error(`${what}: ${describeS3Error(error)}`));
    }
  }

  /** The same, but a missing object is an error. */
  async #demand<T>(what: string, question: (s3: S3) => Promise<T>): Promise<T> {
    const answer = await this.#ask(what, question);
    if (answer === undefined) throw createStoreAwayError(new Error(`${what}: it is not there`));
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
      connectionTimeout: CONNECT_MS,
      requestTimeout: ANSWER_MS,
      throwOnRequestTimeout: true,
      httpAgent: { maxSockets: CONNECTIONS },
      httpsAgent: { maxSockets: CONNECTIONS },
    },
    ...(location.endpoint === undefined ? {} : { endpoint: location.endpoint }),
    ...(location.region === undefined ? {} : { region: location.region }),
  };
}

async function collect(body: unknown, bytes: number): Promise<Buffer> {
  const piece = body instanceof Readable ? await buffer(body) : Buffer.alloc(0);
  if (piece.length !== bytes) throw new Error(`${piece.length} bytes came of ${bytes}`);
  return piece;
}

/** Text for the log: the SDK's errors contain the key's id and signed data. */
function describeS3Error(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const metadata = '$metadata' in error ? Object(error.$metadata) : {};
  const status = metadata.httpStatusCode === undefined ? '' : ` (HTTP ${metadata.httpStatusCode})`;
  // A refused connection is an AggregateError without a message.
  const reason = error.message || ('code' in error ? String(error.code) : 'no answer');
  return `${error.name}: ${reason}${status}`;
}
