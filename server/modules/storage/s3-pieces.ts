import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeS3Error, type S3Connection } from './s3-connection.ts';
import type { ObjectKey } from './s3-objects.ts';
import { createStoreAwayError } from './storage.errors.ts';

/** Read whole into memory before its first byte is sent on. */
const PIECE = 512 * 1024;
/** A piece that takes longer is asked for again: at this pace nobody could listen. */
const PIECE_MS = 20_000;
/** Beyond the SDK's own, which end when the answer begins. */
const TRIES = 3;
const WAIT_MS = 200;

/** The bytes from `start` to `end` (inclusive), at most a piece; undefined when there is no such object. */
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

/** Into one place of its size, which the SDK's own way would copy twice more. */
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

/** All of an object, of which the size is known. */
export async function* readAll(
  s3: S3Connection,
  key: ObjectKey,
  bytes: number,
): AsyncGenerator<Buffer> {
  if (bytes > 0) yield* readOn(s3, key, Buffer.alloc(0), 0, bytes - 1);
}

/** Piece by piece, so that a listener who pauses holds no connection and a broken one is begun anew. */
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
