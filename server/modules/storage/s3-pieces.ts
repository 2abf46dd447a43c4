import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeS3Error, type S3Connection } from './s3-connection.ts';
import type { ObjectKey } from './s3-objects.ts';
import { createStoreAwayError } from './storage.errors.ts';

/** Chunk read completely into memory before its first byte is sent. */
const PIECE = 512 * 1024;
/** A slower chunk is requested again: playback would stall. */
const PIECE_MS = 20_000;
/** In addition to the SDK's retries, which end when the response begins. */
const TRIES = 3;
const WAIT_MS = 200;

/** Bytes `start` to `end` (inclusive), at most one chunk; undefined if the object does not exist. */
export async function readPiece(
  s3: S3Connection,
  key: ObjectKey,
  start: number,
  end: number,
): Promise<Buffer | undefined> {
  const last = Math.min(end, start + PIECE - 1);
  return s3.ask(`reading ${key.Key}`, async (sdk, client) => {
    const Range = `bytes=${start}-${last}`;
    for (let tries = 1; ; tries += 1) {
      const abortSignal = AbortSignal.timeout(PIECE_MS);
      const { Body } = await client.send(new sdk.GetObjectCommand({ ...key, Range }), {
        abortSignal,
      });
      try {
        return await collect(Body, last - start + 1);
      } catch (error) {
        if (tries === TRIES)
          throw new Error(`broken off ${tries} times, ${describeS3Error(error)}`);
        await sleep(WAIT_MS * tries);
      }
    }
  });
}

/** Into one preallocated buffer; the SDK would copy twice more. */
async function collect(body: unknown, bytes: number): Promise<Buffer> {
  const piece = Buffer.allocUnsafe(bytes);
  let came = 0;
  if (body instanceof Readable) {
    for await (const chunk of body) {
      if (came + chunk.length <= bytes) piece.set(chunk, came);
      came += chunk.length;
    }
  }
  if (came !== bytes) throw new Error(`${came} bytes came of ${bytes}`);
  return piece;
}

/** Reads an object of known size. */
export async function* readAll(
  s3: S3Connection,
  key: ObjectKey,
  bytes: number,
): AsyncGenerator<Buffer> {
  if (bytes > 0) yield* readOn(s3, key, Buffer.alloc(0), 0, bytes - 1);
}

/** Chunk by chunk, so that a paused listener holds no connection and a broken one is retried. */
export async function* readOn(
  s3: S3Connection,
  key: ObjectKey,
  first: Buffer,
  start: number,
  end: number,
): AsyncGenerator<Buffer> {
  yield first;
  for (let position = start + first.length; position <= end; position += PIECE) {
    const piece = await readPiece(s3, key, position, end);
    if (!piece) throw createStoreAwayError(new Error(`${key.Key} was removed while it was read`));
    yield piece;
  }
}
