import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Bucket, StoredObject } from '#contract/calls/storage.ts';
import { publicObjectPath } from '#contract/words/paths.ts';
import type { FileStore } from '#server/core/file-store.ts';
import type { Logger } from '#server/core/logger.ts';
import { mediaTypeOf } from '#server/http/media-types.ts';
import { inspectFile } from './inspect-file.ts';
import type { OnStored } from './object-gate.ts';
import { type SentName, slugOf } from './object-name.ts';
import { createEmptyFileError, createTooLargeError, explainDiskError } from './storage.errors.ts';

export interface TakeInDeps {
  readonly store: FileStore;
  readonly logger: Logger;
  readonly onStored: OnStored;
}

interface UploadOptions extends TakeInDeps {
  readonly limitBytes: number;
}

/** Hashes and counts what passes, and stops the upload at the limit. */
function createMeter(limitBytes: number) {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > limitBytes) return done(createTooLargeError(limitBytes));
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { stream, read: () => ({ bytes, sha256: hash.digest('hex') }) };
}

/**
 * Takes a file in: to a temporary one, checked there, then moved to a name that holds its hash.
 * Whatever goes wrong on the way, the temporary file does not stay.
 */
export async function storeUpload(
  options: UploadOptions,
  sent: SentName,
  body: Readable,
): Promise<StoredObject> {
  const temporary = await options.store.createTemporary();
  try {
    const meter = createMeter(options.limitBytes);
    // The body itself is left open when the upload is refused: its sender is still owed an answer.
    const chunks = body.iterator({ destroyOnReturn: false });
    await pipeline(chunks, meter.stream, createWriteStream(temporary));
    const { bytes, sha256 } = meter.read();
    if (bytes === 0) throw createEmptyFileError();
    return await takeIn(options, temporary, sent, { bytes, sha256 });
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    throw explainDiskError(error);
  }
}

interface Arrived {
  bytes: number;
  sha256: string;
  /** Called when the file was found sound, before it gets its name. */
  onNamed?: (stored: StoredObject) => Promise<void>;
  /** Instead of the store's own, for a file of which the store has the parts. */
  adopt?: (bucket: Bucket, name: string) => Promise<void>;
}

/**
 * Checks a file that has arrived whole, gives it its name and tells who waits for it. A file that is
 * refused stays where it is.
 */
export async function takeIn(
  { store, logger, onStored }: TakeInDeps,
  temporary: string,
  sent: SentName,
  { bytes, sha256, onNamed, adopt }: Arrived,
): Promise<StoredObject> {
  const { ending, durationSeconds } = await inspectFile(temporary, sent.bucket);
  const name = `${slugOf(sent.name)}-${sha256.slice(0, 16)}.${ending}`;
  const stored: StoredObject = {
    bucket: sent.bucket,
    name,
    path: publicObjectPath(sent.bucket, name),
    contentType: mediaTypeOf(name).type,
    bytes,
    sha256,
    durationSeconds,
  };
  await onNamed?.(stored);
  await (adopt ?? ((...as) => store.adopt(temporary, ...as)))(sent.bucket, name);
  await onStored(stored, sent.name);
  logger.info({ object: stored.path, bytes }, 'file stored');
  return stored;
}
